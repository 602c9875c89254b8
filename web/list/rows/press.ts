/** Detects long presses and swallows the click that follows one. */

const LONG_PRESS_MS = 500;
/** A finger that moves further than this, in CSS pixels, scrolls the page. */
const STILL_PX = 10;
/** Milliseconds after a touch in which a click may belong to it. */
const CLICK_DELAY_MS = 300;

type Press = {
  /** A touch whose default is prevented was meant for another row (web/ui/use-stray-taps.ts), and is never a long press. */
  readonly start: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  /** Handles the platform's context menu event: a long press, a right click or the menu key. */
  readonly finish: (target: EventTarget | null) => void;
  /** Whether the last press was long. */
  readonly isLong: () => boolean;
  /** Returns whether the last press was long, and resets that. */
  readonly consumeLong: () => boolean;
};

/**
 * Uses a timer as well, because iOS has no context menu event.
 * @param onLong receives the pressed element
 */
export function createPress(onLong: (target: EventTarget | null) => void): Press {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { clientX: 0, clientY: 0 };
  let isTouching = false;
  let isStray = false;
  let isLong = false;
  const finish = (target: EventTarget | null): void => {
    clearTimeout(timer);
    if (isStray) return;
    if (!isLong) onLong(target);
    // A click follows a long touch, but not a right click or the menu key.
    isLong = isTouching;
  };
  return {
    start: (event) => {
      clearTimeout(timer);
      isLong = false;
      isTouching = event.pointerType === 'touch';
      isStray = event.defaultPrevented;
      from = event;
      if (isTouching) timer = setTimeout(finish, LONG_PRESS_MS, event.target);
    },
    move: ({ clientX, clientY }) => {
      if (!isLong && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PX) clearTimeout(timer);
    },
    leave: () => {
      clearTimeout(timer);
      isTouching = false;
      isStray = false;
      // A later press by a key or a screen reader must not be swallowed.
      if (isLong) timer = setTimeout(() => (isLong = false), CLICK_DELAY_MS);
    },
    finish,
    isLong: () => isLong,
    consumeLong: () => {
      const wasLong = isLong;
      isLong = false;
      return wasLong;
    },
  };
}
