/** Swiping a sheet down closes it, as it does everywhere on a phone. */
import { useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';

/** So far down, in CSS pixels, it counts as meant. */
const CLOSE_FROM_PX = 80;

type SwipeHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
};

/** Handlers for the sheet's header: the sheet follows the finger, and goes when it was pulled far enough. */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => void): SwipeHandlers {
  const startY = useRef<number | null>(null);
  const pulled = useRef(0);
  const pull = (pixels: number): void => {
    pulled.current = pixels;
    sheet.current?.style.setProperty('--pulled', `${pixels}px`);
  };
  const end = (): void => {
    const isMeant = pulled.current >= CLOSE_FROM_PX;
    startY.current = null;
    pull(0);
    if (isMeant) onClose();
  };
  return {
    onPointerDown: (event) => {
      if (event.pointerType === 'touch') startY.current = event.clientY;
    },
    onPointerMove: (event) => {
      if (startY.current !== null) pull(Math.max(0, event.clientY - startY.current));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
