/** A long press, a right click or the menu key on a row: all say 'more about this one'. */
import { useState } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

const LONG_PRESS_MS = 500;
/** A finger that moved further than this, in CSS pixels, scrolls. */
const STILL_PX = 10;

type LongPressHandlers = {
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
};

/** Handlers for the row. */
export function useLongPress(onLongPress: () => void): LongPressHandlers {
  const [press] = useState(createPress);
  const open = (): void => {
    if (press.finish()) onLongPress();
  };
  return {
    onContextMenu: (event) => {
      event.preventDefault();
      open();
    },
    onPointerDown: (event) => press.start(event.nativeEvent, open),
    onPointerMove: (event) => press.move(event.nativeEvent),
    onPointerUp: press.cancel,
    onPointerCancel: press.cancel,
    onClickCapture: (event) => {
      // The finger that opened the dialog must not tick the row as it leaves.
      if (!press.takeLong()) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

type Point = { readonly clientX: number; readonly clientY: number };

/** After a finger left, so long a click may still be its own. */
const AFTERMATH_MS = 300;

/** One press: iOS has no context menu event, so there a timer makes it; elsewhere the platform says when it was long. */
function createPress() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: Point = { clientX: 0, clientY: 0 };
  let isTouching = false;
  let isLong = false;
  return {
    cancel: (): void => {
      clearTimeout(timer);
      isTouching = false;
      // A key or a screen reader that presses later must not be swallowed.
      if (isLong) timer = setTimeout(() => (isLong = false), AFTERMATH_MS);
    },
    start(event: Point & { readonly pointerType: string }, onLong: () => void): void {
      clearTimeout(timer);
      isLong = false;
      isTouching = event.pointerType === 'touch';
      start = event;
      if (isTouching) timer = setTimeout(onLong, LONG_PRESS_MS);
    },
    move(event: Point): void {
      if (!isLong && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL_PX) {
        clearTimeout(timer);
      }
    },
    /** Ends a finger's press as a long one; false when it was that already. A mouse or a key has nothing to end. */
    finish(): boolean {
      clearTimeout(timer);
      const isFirst = !isLong;
      isLong = isTouching;
      return isFirst;
    },
    /** Whether the press was long, once. */
    takeLong(): boolean {
      const wasLong = isLong;
      isLong = false;
      return wasLong;
    },
  };
}
