/** Sends acts to the disk, keeps those it refused, and tries them again with the next act (product D2). */
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { HistoryChange } from '#core/history/history.ts';
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';

type Write = { readonly turn: number; readonly batch: Batch; readonly onDurable: (key: number) => void };

export type Disk = {
  /** Issues the write before it returns. Acts that went to disk together are told the same key, in their order. */
  readonly write: (batch: Batch, onDurable: (key: number) => void) => void;
  /** Why the last write failed; null while all is well. */
  readonly failure: () => StorageFailure | null;
};

/**
 * What is on disk is the beginning of what was done: a tick without its item would be worse than none. So acts that
 * were refused go again in their order and as one, together with the next act.
 */
export function createDisk(storage: Storage, onFailureChange: () => void): Disk {
  let refused: readonly Write[] = [];
  let lastTurn = 0;
  let inFlight = 0;
  let isDue = false;
  let failure: StorageFailure | null = null;
  const setFailure = (next: StorageFailure | null): void => {
    if (next?.type === failure?.type) return;
    failure = next;
    onFailureChange();
  };
  const settle = async (writes: readonly Write[]): Promise<void> => {
    const result = await storage.append(joinBatches(writes));
    inFlight -= 1;
    // One that follows a refused act on disk goes again behind it: done twice it does no harm, in the wrong order it does.
    if (!result.ok || refused.length > 0) refused = inTurn([...refused, ...writes]);
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
    void settle(writes);
  };
  return {
    write(batch, onDurable) {
      const write = { turn: (lastTurn += 1), batch, onDurable };
      if (refused.length === 0 || inFlight === 0) {
        send(write);
        return;
      }
      // Acts behind the refused one are still on their way: only when they are settled is it known what goes again.
      refused = [...refused, write];
      isDue = true;
    },
    failure: () => failure,
  };
}

const inTurn = (writes: readonly Write[]): readonly Write[] => writes.toSorted((a, b) => a.turn - b.turn);

/** Several acts as one. */
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
