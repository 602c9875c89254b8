/** Writes changes to the disk. Changes that the disk refused are written again soon, or with the next change (product D2). */
import type { Clock } from '#client/ports/clock.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';

type Write = { readonly order: number; readonly batch: Batch; readonly onDurable: (key: number) => void };

export type WriteQueue = {
  /**
   * Issues the write before it returns.
   * @param onDurable receives the outbox key
   */
  readonly write: (batch: Batch, onDurable: (key: number) => void) => void;
  /** Why the last write failed; null if everything is on disk. */
  readonly failure: () => StorageFailure | null;
  /** Writes the refused changes again now. */
  readonly retry: () => void;
  /** Writes the refused changes once more, and stops retrying. */
  readonly close: () => void;
};

/** Milliseconds until refused changes are written again. */
const RETRY_MS = 2000;

/**
 * Creates a queue that keeps changes in order: a tick on disk without its item would be worse than neither. Refused changes are
 * therefore written again in one transaction, in their order, together with the next change.
 */
export function createWriteQueue(
  storage: Pick<Storage, 'append'>,
  clock: Pick<Clock, 'after'>,
  onFailureChange: () => void,
): WriteQueue {
  let refused: readonly Write[] = [];
  let lastOrder = 0;
  let inFlight = 0;
  let isDue = false;
  const failure = createFailureState(onFailureChange);
  const append = async (writes: readonly Write[]): Promise<void> => {
    const result = await storage.append(writes.map(({ batch }) => batch));
    inFlight -= 1;
    // A change that followed a refused one is written again behind it. Applying it twice is harmless; the wrong order is not.
    if (!result.ok || refused.length > 0) refused = sortWrites([...refused, ...writes]);
    else writes.forEach(({ onDurable }, at) => onDurable(result.value[at] ?? 0));
    if (!result.ok) failure.set(result.failure);
    else if (refused.length === 0) failure.set(null);
    if (inFlight === 0 && refused.length > 0) retries.plan(isDue);
  };
  const send = (...more: readonly Write[]): void => {
    const writes = [...refused, ...more];
    refused = [];
    isDue = false;
    inFlight += 1;
    retries.cancel();
    void append(writes);
  };
  const retries = createRetries(clock, send);
  return {
    write(batch, onDurable) {
      const write = { order: (lastOrder += 1), batch, onDurable };
      if (refused.length === 0 || inFlight === 0) return send(write);
      // Changes behind the refused one are still being written. What to write again is known only when they are done.
      refused = [...refused, write];
      isDue = true;
    },
    failure: failure.read,
    retry: () => (refused.length > 0 && inFlight === 0 ? send() : undefined),
    close: () => retries.close(),
  };
}

function createFailureState(onChange: () => void) {
  let failure: StorageFailure | null = null;
  return {
    read: () => failure,
    set(next: StorageFailure | null): void {
      if (next?.type === failure?.type) return;
      failure = next;
      onChange();
    },
  };
}

/** Sends refused changes again, at once or later, and once more when it is closed. */
function createRetries(clock: Pick<Clock, 'after'>, send: () => void) {
  let isClosed = false;
  let stop: (() => void) | null = null;
  return {
    plan(isDue: boolean): void {
      if (isDue) send();
      else if (!isClosed) stop = clock.after(RETRY_MS, send);
    },
    cancel(): void {
      stop?.();
      stop = null;
    },
    close(): void {
      isClosed = true;
      if (stop !== null) send();
    },
  };
}

const sortWrites = (writes: readonly Write[]): readonly Write[] => writes.toSorted((a, b) => a.order - b.order);
