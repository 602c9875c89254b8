/** Ignores touches and keys that were meant for what was at their place before (product L7, D4). */
import { useEffect, useLayoutEffect, useRef } from 'react';

/** A touch this soon, in milliseconds, was meant for what was there before: nobody reads and aims as fast. */
const TOO_SOON_MS = 300;

/** The second tap of a double tap is this near, in pixels. */
const NEAR_PX = 40;

/** An event of the browser or of React. */
type Press = Pick<MouseEvent, 'target' | 'clientX' | 'clientY' | 'detail' | 'preventDefault' | 'stopPropagation'>;
type Touch = Press & Pick<PointerEvent, 'pointerType'>;

type StrayTapHandlers = {
  readonly onPointerDownCapture: (event: Touch) => void;
  readonly onMouseDownCapture: (event: Press) => void;
  readonly onClickCapture: (event: Press) => void;
};

/**
 * Event handlers for an element that appears under the finger, such as a dialog.
 * @param content names what the element shows; other content counts as new
 */
export function useStrayTaps(content = ''): StrayTapHandlers {
  const shown = useRef({ content, at: 0 });
  const isIgnored = useRef(false);
  useEffect(() => {
    shown.current = { content, at: performance.now() };
  }, [content]);
  const ignore = (event: Press): void => ignoreIf(isIgnored.current, event);
  return {
    onPointerDownCapture({ pointerType }) {
      isIgnored.current = pointerType === 'touch' && performance.now() - shown.current.at < TOO_SOON_MS;
    },
    // A press moves the focus and opens the picker of a select before the click.
    onMouseDownCapture: ignore,
    onClickCapture: ignore,
  };
}

/**
 * Guards all controls, because taps bring other controls under the finger, and open menus. The second tap of a double tap presses nothing
 * that took the place of what the first one pressed, and does not close the menu that the first one opened. A tap beside an open menu only
 * closes it, except on a toast or the button of another menu.
 * @param isMisled whether a touch was aimed at something that has moved away by itself. Must be stable between renders
 */
export function useTapGuard(isMisled: (touch: PointerEvent) => boolean): void {
  // Before the controls are on the screen.
  useLayoutEffect(() => {
    let last: Tap | null = null;
    let isIgnored = false;
    const touch = (event: PointerEvent): void => {
      const tap = toTap(event);
      const isTouch = event.pointerType === 'touch';
      const isStray = isTouch && isMisled(event);
      // Nor is it a long press (web/list/rows/gestures.ts).
      if (isStray) event.preventDefault();
      isIgnored = isStray || (isTouch && (isSecondTap(tap, last) || isBesideMenu(tap)));
    };
    const press = (event: MouseEvent): void => ignoreIf(isIgnored, event);
    const click = (event: MouseEvent): void => {
      press(event);
      if (!isIgnored) last = toTap(event);
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    window.addEventListener('pointerdown', touch, options);
    window.addEventListener('mousedown', press, options);
    window.addEventListener('click', click, options);
    return () => controller.abort();
  }, [isMisled]);
}

function ignoreIf(isIgnored: boolean, event: Press): void {
  // An event without a count comes from a key or a screen reader.
  if (!isIgnored || event.detail === 0) return;
  event.preventDefault();
  event.stopPropagation();
}

type Tap = {
  readonly target: EventTarget | null;
  readonly control: Element | null;
  readonly x: number;
  readonly y: number;
  readonly at: number;
};

const toTap = ({ target, clientX, clientY }: Press): Tap => ({
  target,
  // A press on a label also clicks its check box.
  control: target instanceof Element ? (target.closest('label') ?? target.closest('a, button, input, select')) : null,
  x: clientX,
  y: clientY,
  at: performance.now(),
});

/** Buttons with a menu. */
const OPENERS = '[popovertarget], [aria-haspopup]';

/** What a tap presses while a menu is open: the button of another menu, and a toast's, which disappears after a few seconds. */
const PRESSED_BESIDE_MENU = `${OPENERS}, [data-toasts] button`;

/** The browser closes the menu, and would press what is below the finger as well. */
function isBesideMenu({ target, control }: Tap): boolean {
  const menu = document.querySelector('[popover="auto"]:popover-open');
  if (menu === null || (target instanceof Node && menu.contains(target))) return false;
  return control?.matches(PRESSED_BESIDE_MENU) !== true;
}

/** As long as the pressed control is still at its place, nothing has moved under the finger: quick taps on neighboring rows all count. */
function isSecondTap({ control, x, y, at }: Tap, first: Tap | null): boolean {
  if (first === null || first.control === null) return false;
  if (at - first.at >= TOO_SOON_MS || Math.hypot(x - first.x, y - first.y) > NEAR_PX) return false;
  const isThere = first.control.contains(document.elementFromPoint(first.x, first.y));
  return !isThere || (control === first.control && control.matches(OPENERS));
}

/**
 * A held Enter key repeats, and each repeat presses what has the focus now: the main button of a dialog that the first press opened, or
 * the control that took the place of a disabled one.
 */
export function useHeldKeyGuard(): void {
  useLayoutEffect(() => {
    let pressed: EventTarget | null = null;
    const guard = (event: KeyboardEvent): void => {
      if (!event.repeat) pressed = event.target;
      else if (event.key === 'Enter' && event.target !== pressed) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener('keydown', guard, { capture: true });
    return () => window.removeEventListener('keydown', guard, { capture: true });
  }, []);
}
