/** Ignores touches that were meant for what was at their place before (product L7). */
import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** A touch this soon, in milliseconds, was meant for what was there before: nobody reads and aims as fast. */
const TOO_SOON_MS = 300;

/** The second tap of a double tap is this near, in pixels. */
const NEAR_PX = 40;

type StrayTapHandlers = {
  readonly onPointerDownCapture: (event: PointerEvent) => void;
  readonly onMouseDownCapture: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
};

/**
 * Event handlers for an element that appears under the finger, such as a dialog.
 * @param content names what the element shows; other content counts as new
 */
export function useStrayTaps(content = ''): StrayTapHandlers {
  const shown = useRef({ content, at: 0 });
  useEffect(() => {
    shown.current = { content, at: performance.now() };
  }, [content]);
  return useIgnoredTouches(() => performance.now() - shown.current.at < TOO_SOON_MS);
}

/**
 * Event handlers for an element in which taps bring other controls under the finger, or open menus. The second tap of a double tap presses
 * nothing that took the place of what the first one pressed, and does not close the menu that the first one opened. A tap beside an open
 * menu only closes it.
 */
export function useTapGuard(): StrayTapHandlers {
  const last = useRef<Tap | null>(null);
  const handlers = useIgnoredTouches((event) => {
    const tap = toTap(event);
    return isSecondTap(tap, last.current) || isBesideMenu(event.target, tap.control);
  });
  return {
    ...handlers,
    onClickCapture(event) {
      handlers.onClickCapture(event);
      if (!event.isPropagationStopped()) last.current = toTap(event);
    },
  };
}

/** @param isStray decides when the finger touches the screen */
function useIgnoredTouches(isStray: (event: PointerEvent) => boolean): StrayTapHandlers {
  const isIgnored = useRef(false);
  const ignore = (event: MouseEvent): void => {
    // An event without a count comes from a key or a screen reader.
    if (!isIgnored.current || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDownCapture(event) {
      isIgnored.current = event.pointerType === 'touch' && isStray(event);
    },
    // A press moves the focus and opens the picker of a select before the click.
    onMouseDownCapture: ignore,
    onClickCapture: ignore,
  };
}

type Tap = { readonly control: Element | null; readonly x: number; readonly y: number; readonly at: number };

const toTap = ({ target, clientX, clientY }: MouseEvent): Tap => ({
  // A press on a label also clicks its check box.
  control: target instanceof Element ? (target.closest('label') ?? target.closest('a, button, input, select')) : null,
  x: clientX,
  y: clientY,
  at: performance.now(),
});

/** The browser closes the menu, and would press what is below the finger as well. But the button of another menu opens that one. */
function isBesideMenu(target: EventTarget, control: Element | null): boolean {
  const menu = document.querySelector('[popover="auto"]:popover-open');
  if (menu === null || (target instanceof Node && menu.contains(target))) return false;
  return control?.matches(OPENERS) !== true;
}

/** Buttons with a menu. */
const OPENERS = '[popovertarget], [aria-haspopup]';

/** As long as the pressed control is still at its place, nothing has moved under the finger: quick taps on neighboring rows all count. */
function isSecondTap({ control, x, y, at }: Tap, first: Tap | null): boolean {
  if (first === null || first.control === null) return false;
  if (at - first.at >= TOO_SOON_MS || Math.hypot(x - first.x, y - first.y) > NEAR_PX) return false;
  const isThere = first.control.contains(document.elementFromPoint(first.x, first.y));
  return !isThere || (control === first.control && control.matches(OPENERS));
}
