/** When the label of an icon shows: on hover, on keyboard focus, and while a finger rests on it. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';

const DELAY_MS = 500;
/** How long the label stays after the finger has left. */
const LINGER_MS = 1500;
/** A finger that moved further than this, in CSS pixels, scrolls. */
const STILL_PX = 10;

type Tooltip = {
  /** Above for a finger, which would cover it below; null while it is hidden. */
  readonly place: 'above' | 'below' | null;
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
  // A finger rested so long that its press only asked for the label.
  const wasLong = useRef(false);
  const { place, schedule, showBelow, hide } = useDelayedPlace((shown) => {
    if (shown === 'above') wasLong.current = true;
  });
  const leave = ({ pointerType }: PointerEvent): void =>
    pointerType === 'touch' && place !== null ? schedule(null, LINGER_MS) : hide();
  return {
    place,
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
      // The finger that asked for the label must not also press the button.
      onClickCapture: (event) => {
        if (wasLong.current) event.stopPropagation();
        wasLong.current = false;
      },
      // Not on every focus: one that returns from a dialog asks for nothing.
      onKeyUp: ({ key }) => {
        if (key === 'Tab') showBelow();
      },
      onBlur: hide,
    },
  };
}

/** The place of the label, which a timer changes. */
function useDelayedPlace(onChange: (place: Tooltip['place']) => void) {
  const [place, setPlace] = useState<Tooltip['place']>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (): void => {
    clearTimeout(timer.current);
    setPlace(null);
  };
  const schedule = (next: Tooltip['place'], milliseconds: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      onChange(next);
      setPlace(next);
    }, milliseconds);
  };
  useHideOnEscape(place !== null, hide);
  return { place, schedule, showBelow: () => setPlace('below'), hide };
}

type Point = { readonly clientX: number; readonly clientY: number };

const distance = (a: Point, b: Point): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** Escape hides the label wherever the focus is (WCAG 1.4.13). */
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
