/** Tells when the list has come to rest: no pointer is down and nobody has acted for a moment (product L6). */
import type { Clock } from '#client/ports/clock.ts';

/** So long nobody may have acted (product L6). */
export const REST_MS = 600;

export type Rest = {
  /** The shopper acted: the wait begins again. */
  readonly disturb: () => void;
  /** A finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  readonly close: () => void;
};

/** Calls `onRest` once after each disturbance, when it is over. */
export function createRest(clock: Clock, onRest: () => void): Rest {
  let isPointerDown = false;
  let isDisturbed = false;
  let cancel: (() => void) | null = null;
  const wait = (): void => {
    cancel?.();
    cancel = clock.after(REST_MS, () => {
      if (isPointerDown || !isDisturbed) return;
      isDisturbed = false;
      onRest();
    });
  };
  return {
    disturb() {
      isDisturbed = true;
      wait();
    },
    setPointerDown(isDown) {
      isPointerDown = isDown;
      if (!isDown && isDisturbed) wait();
    },
    close() {
      isDisturbed = false;
      cancel?.();
    },
  };
}
