/** A long press, a right click or the menu key on a row: all say 'more about this one'. */
import { useRef } from 'react';
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

/** iOS has no context menu event: there a timer makes it; elsewhere the platform says when a press was long. */
export function useLongPress(onLongPress: () => void): LongPressHandlers {
  const press = useRef<{
    readonly timer: ReturnType<typeof setTimeout>;
    readonly x: number;
    readonly y: number;
  } | null>(null);
  const wasLong = useRef(false);
  const end = (): void => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  const open = (): void => {
    end();
    if (wasLong.current) return;
    wasLong.current = true;
    onLongPress();
  };
  return {
    onContextMenu: (event) => {
      event.preventDefault();
      open();
    },
    onPointerDown: (event) => {
      wasLong.current = false;
      end();
      if (event.pointerType === 'touch') {
        press.current = { timer: setTimeout(open, LONG_PRESS_MS), x: event.clientX, y: event.clientY };
      }
    },
    onPointerMove: (event) => {
      const start = press.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event) => {
      // The finger that opened the dialog must not tick the row as it leaves.
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
