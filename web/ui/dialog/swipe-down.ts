/** Closes a sheet when the user swipes it down. */
import { useRef, type PointerEvent, type RefObject } from 'react';

/** A swipe at least this far, in CSS pixels, closes the sheet. */
const CLOSE_FROM_PX = 80;

type SwipeHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
};

/** Event handlers for the sheet's header. The sheet follows the finger. */
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
