/** Detects when rows may move: no pointer is down, and nothing was touched or changed for a while (product L6, L14). */
import type { Clock } from '#client/ports/clock.ts';

/** Milliseconds without a touch or a change before the list is at rest (product L6). */
export const REST_MS = 600;
/** The same in Shop mode, where ticked rows stay in place longer (product L14). */
export const SHOP_REST_MS = 2000;
/** Milliseconds in which rows fade before they leave. A touch in this time keeps them. */
export const LEAVE_MS = 140;

export type Rest = {
  /** Reports a change by the user: the wait starts again. */
  readonly disturb: () => void;
  /** Asks for rest after a change from elsewhere. A wait that has started is not extended. */
  readonly request: () => void;
  /** Reports a touch that is over, such as a scroll or a key: the wait starts again. */
  readonly touch: () => void;
  /** Reports that a finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  readonly setShopping: (isShopping: boolean) => void;
  /** Whether rows may move at once: no pointer is down, and no wait has started. */
  readonly isQuiet: () => boolean;
  /** Does what moves rows although the user changed nothing: now, or after the next rest. */
  readonly whenQuiet: (work: () => void) => void;
  readonly close: () => void;
};

export type RestParts = {
  readonly clock: Clock;
  /** Whether rows will leave at rest, so that they have to fade first. */
  readonly hasLeaving: () => boolean;
  /** Rows begin to fade, or no longer do: they have left, or a touch keeps them. */
  readonly onLeaving: (isLeaving: boolean) => void;
  /** The list is at rest, once after each disturbance or request. */
  readonly onRest: () => void;
};

export function createRest(parts: RestParts): Rest {
  const waiting: (() => void)[] = [];
  const onRest = (): void => {
    parts.onRest();
    for (const work of waiting.splice(0)) work();
  };
  const rest = createWait({ ...parts, onRest });
  return {
    ...rest,
    whenQuiet(work) {
      if (rest.isQuiet()) return work();
      waiting.push(work);
      rest.request();
    },
  };
}

/** The wait for rest. */
function createWait(parts: RestParts): Omit<Rest, 'whenQuiet'> {
  let restMs = REST_MS;
  let isPointerDown = false;
  let isDisturbed = false;
  const timer = createTimer(parts.clock);
  const leaving = createLeaving(timer, parts, () => {
    isDisturbed = false;
    parts.onRest();
  });
  const wait = (): void => {
    leaving.cancel();
    // The wait starts when the pointer goes up.
    if (isPointerDown) timer.stop();
    else timer.start(restMs, () => isDisturbed && leaving.start());
  };
  return {
    disturb() {
      isDisturbed = true;
      wait();
    },
    request() {
      isDisturbed = true;
      if (!timer.isRunning()) wait();
    },
    touch: wait,
    setPointerDown(isDown) {
      isPointerDown = isDown;
      wait();
    },
    setShopping(isShopping) {
      restMs = isShopping ? SHOP_REST_MS : REST_MS;
      if (isDisturbed) wait();
    },
    isQuiet: () => !isPointerDown && !timer.isRunning(),
    close() {
      isDisturbed = false;
      leaving.cancel();
      timer.stop();
    },
  };
}

/** The end of a wait: rows that leave fade first. */
function createLeaving(timer: Timer, { hasLeaving, onLeaving }: RestParts, onRest: () => void) {
  let isLeaving = false;
  const setLeaving = (next: boolean): void => {
    if (next === isLeaving) return;
    isLeaving = next;
    onLeaving(next);
  };
  const finish = (): void => {
    onRest();
    setLeaving(false);
  };
  return {
    start(): void {
      if (!hasLeaving()) return finish();
      setLeaving(true);
      timer.start(LEAVE_MS, finish);
    },
    cancel: (): void => setLeaving(false),
  };
}

type Timer = ReturnType<typeof createTimer>;

/** A timer that starts again with each call. */
function createTimer(clock: Clock) {
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  return {
    start(milliseconds: number, callback: () => void): void {
      stop();
      cancel = clock.after(milliseconds, () => {
        cancel = null;
        callback();
      });
    },
    stop,
    isRunning: (): boolean => cancel !== null,
  };
}
