/** Detects when the list is at rest: no pointer is down, and no change for 600 ms (product L6). */
import type { Clock } from '#client/ports/clock.ts';

/** Milliseconds without a change before the list is at rest (product L6). */
export const REST_MS = 600;

export type Rest = {
  /** Reports a change by the user: the wait starts again. */
  readonly disturb: () => void;
  /** Asks for rest after a change from elsewhere. A wait that has started is not extended. */
  readonly request: () => void;
  /** Reports that a finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  readonly close: () => void;
};

/** Calls `onRest` once after each disturbance or request, when the list is at rest. */
export function createRest(clock: Clock, onRest: () => void): Rest {
  let isPointerDown = false;
  let isDisturbed = false;
  let cancel: (() => void) | null = null;
  const wait = (): void => {
    cancel?.();
    cancel = clock.after(REST_MS, () => {
      cancel = null;
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
    request() {
      isDisturbed = true;
      if (cancel === null) wait();
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
