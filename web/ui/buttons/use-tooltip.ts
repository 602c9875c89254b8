/** Shows a tooltip on hover, on keyboard focus and on a long press. */
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

const DELAY_MS = 500;
/** How long the tooltip remains after the finger is lifted. */
const LINGER_MS = 1500;
/** A finger that moves further, in CSS pixels, scrolls. */
const STILL_PX = 10;

type Tooltip = {
  /** Above for touch, because the finger would cover it below; null while it is hidden. */
  readonly side: 'above' | 'below' | null;
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
    readonly onClickCapture: (event: MouseEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
  };
};

export function useTooltip(): Tooltip {
  const start = useRef({ clientX: 0, clientY: 0 });
  // Whether the press was long and only showed the tooltip.
  const wasLong = useRef(false);
  const { side, schedule, showBelow, hide } = useDelayedSide((shown) => {
    if (shown === 'above') wasLong.current = true;
  });
  const leave = ({ pointerType }: PointerEvent): void =>
    pointerType === 'touch' && side !== null ? schedule(null, LINGER_MS) : hide();
  return {
    side,
    handlers: {
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'mouse') schedule('below', DELAY_MS);
      },
      onPointerDown: (event) => {
        wasLong.current = false;
        start.current = event;
        hide();
        if (event.pointerType === 'touch') schedule('above', DELAY_MS);
      },
      onPointerMove: ({ pointerType, clientX, clientY }) => {
        if (pointerType === 'touch' && distance(start.current, { clientX, clientY }) > STILL_PX) hide();
      },
      onPointerUp: leave,
      onPointerLeave: leave,
      onPointerCancel: leave,
      onContextMenu: (event) => {
        if (wasLong.current) event.preventDefault();
      },
      // A long press must not also activate the button.
      onClickCapture: (event) => {
        if (wasLong.current) event.stopPropagation();
        wasLong.current = false;
      },
      // Not on every focus, because a closing dialog returns the focus to its button.
      onKeyUp: ({ key }) => {
        if (key === 'Tab') showBelow();
      },
      onBlur: hide,
    },
  };
}

/** Changes the tooltip's position after a delay. */
function useDelayedSide(onChange: (side: Tooltip['side']) => void) {
  const [side, setSide] = useState<Tooltip['side']>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (): void => {
    clearTimeout(timer.current);
    setSide(null);
  };
  const schedule = (next: Tooltip['side'], milliseconds: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(next);
      setSide(next);
    }, milliseconds);
  };
  useHideOnEscape(side !== null, hide);
  return { side, schedule, showBelow: () => setSide('below'), hide };
}

type Point = { readonly clientX: number; readonly clientY: number };

const distance = (a: Point, b: Point): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** Escape hides the tooltip, wherever the focus is (WCAG 1.4.13). */
function useHideOnEscape(isShown: boolean, hide: () => void): void {
  const latest = useRef(hide);
  useEffect(() => {
    latest.current = hide;
  });
  useEffect(() => {
    if (!isShown) return undefined;
    const onKeyDown = ({ key }: WindowEventMap['keydown']): void => {
      if (key === 'Escape') latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isShown]);
}
