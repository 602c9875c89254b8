/** Presses on rows, one after another: which of them are long. */

const LONG_PRESS_MS = 500;
/** A finger that moved further than this, in CSS pixels, scrolls. */
const STILL_PX = 10;
/** How long after a touch ends a click may still belong to it. */
const AFTERMATH_MS = 300;

type Press = {
  readonly start: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  /** The platform says that it was long: a right click and the menu key, too. */
  readonly finish: (target: EventTarget | null) => void;
  /** Whether it was long, once. */
  readonly takeLong: () => boolean;
};

/**
 * iOS has no context menu event, so there a timer makes it.
 * @param onLong gets what was pressed
 */
export function createPress(onLong: (target: EventTarget | null) => void): Press {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { clientX: 0, clientY: 0 };
  let isTouching = false;
  let isLong = false;
  const finish = (target: EventTarget | null): void => {
    clearTimeout(timer);
    if (!isLong) onLong(target);
    // A finger's press is long once; a mouse or a key has nothing to end.
    isLong = isTouching;
  };
  return {
    start: (event) => {
      clearTimeout(timer);
      isLong = false;
      isTouching = event.pointerType === 'touch';
      from = event;
      if (isTouching) timer = setTimeout(finish, LONG_PRESS_MS, event.target);
    },
    move: ({ clientX, clientY }) => {
      if (!isLong && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PX) clearTimeout(timer);
    },
    leave: () => {
      clearTimeout(timer);
      isTouching = false;
      // A key or a screen reader that presses later must not be swallowed.
      if (isLong) timer = setTimeout(() => (isLong = false), AFTERMATH_MS);
    },
    finish,
    takeLong: () => {
      const wasLong = isLong;
      isLong = false;
      return wasLong;
    },
  };
}
