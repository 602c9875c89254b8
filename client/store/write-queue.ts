/** Writes changes to the disk. Changes that the disk refused are written again with the next change (product D2). */
import { NO_HISTORY_CHANGE, type HistoryChange } from '#core/history/history.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';

type Write = { readonly order: number; readonly batch: Batch; readonly onDurable: (key: number) => void };

export type WriteQueue = {
  /**
   * Issues the write before it returns.
   * @param onDurable receives the outbox key; changes that were written together receive the same key, in their order
   */
  readonly write: (batch: Batch, onDurable: (key: number) => void) => void;
  /** Why the last write failed; null if everything is on disk. */
  readonly failure: () => StorageFailure | null;
};

/**
 * Creates a queue that keeps changes in order: a tick on disk without its item would be worse than neither. Refused changes are
 * therefore written again as one batch, in their order, together with the next change.
 */
export function createWriteQueue(storage: Storage, onFailureChange: () => void): WriteQueue {
  let refused: readonly Write[] = [];
  let lastOrder = 0;
  let inFlight = 0;
  let isDue = false;
  let failure: StorageFailure | null = null;
  const setFailure = (next: StorageFailure | null): void => {
    if (next?.type === failure?.type) return;
    failure = next;
    onFailureChange();
  };
  const append = async (writes: readonly Write[]): Promise<void> => {
    const result = await storage.append(joinBatches(writes));
    inFlight -= 1;
    // A change that followed a refused one is written again behind it. Applying it twice is harmless; the wrong order is not.
    if (!result.ok || refused.length > 0) refused = sortWrites([...refused, ...writes]);
    else for (const { onDurable } of writes) onDurable(result.value);
    if (!result.ok) setFailure(result.failure);
    else if (refused.length === 0) setFailure(null);
    if (isDue && inFlight === 0) send();
  };
  const send = (...more: readonly Write[]): void => {
    const writes = [...refused, ...more];
    refused = [];
    isDue = false;
    inFlight += 1;
    void append(writes);
  };
  return {
    write(batch, onDurable) {
      const write = { order: (lastOrder += 1), batch, onDurable };
      if (refused.length === 0 || inFlight === 0) {
        send(write);
        return;
      }
      // Changes behind the refused one are still being written. What to write again is known only when they are done.
      refused = [...refused, write];
      isDue = true;
    },
    failure: () => failure,
  };
}

const sortWrites = (writes: readonly Write[]): readonly Write[] => writes.toSorted((a, b) => a.order - b.order);

/** Joins several changes into one batch. */
const joinBatches = (writes: readonly Write[]): Batch => ({
  patches: writes.flatMap(({ batch }) => batch.patches),
  history: writes.map(({ batch }) => batch.history).reduce(joinHistoryChanges, NO_HISTORY_CHANGE),
});

function joinHistoryChanges(first: HistoryChange, then: HistoryChange): HistoryChange {
  const putLater = new Set(then.put.map((entry) => entry.id));
  const removedLater = new Set(then.remove);
  return {
    put: [...first.put.filter(({ id }) => !putLater.has(id) && !removedLater.has(id)), ...then.put],
    remove: [...first.remove.filter((id) => !putLater.has(id)), ...then.remove],
  };
}
