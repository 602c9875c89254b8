/** Catches up with the disk: reads what other tabs and the sync wrote, and shows it in this tab (product Y8). */
import type { Diff } from '#core/diff/diff.ts';
import type { History } from '#core/history/history.ts';
import type { List } from '#core/list/list.ts';
import type { Delta, ReadPosition, Storage, StoredState } from '#client/ports/storage.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import { latestKey, type Outbox } from './outbox.ts';
import { createSingleFlight } from './single-flight.ts';

export type CatchUp = {
  /**
   * Reads the disk. Reads run one at a time; a call during a read starts another one after it.
   * @param written the changes since the last read, if known
   */
  readonly catchUp: (written?: Written) => Promise<void>;
  /** Reports a change of this tab: a read in progress may be older than it. */
  readonly reportChange: () => void;
  /** Reports the key of a change of this tab that became durable. */
  readonly reportKey: (key: number) => void;
};

type CatchUpParts = {
  readonly storage: Storage;
  readonly outbox: Outbox;
  readonly list: List;
  readonly state: StoredState;
};

/** @param onChange receives the changes of the list, and the history on disk; null if this tab's history is newer */
export function createCatchUp(
  { storage, outbox, list, state }: CatchUpParts,
  onChange: (diff: Diff, history: History | null) => void,
): CatchUp {
  // This tab knows every change up to this key, and every row up to this local sequence number.
  let known: ReadPosition = { key: latestKey(state), localSeq: state.localSeq };
  let ownChanges = 0;
  let isReading = false;
  const merge = (delta: Omit<Delta, 'history'>, history: History | null): void => {
    known = { key: Math.max(known.key, latestKey(delta)), localSeq: delta.localSeq };
    // Synchronous, so that no change can come between computing this diff and showing it.
    onChange(outbox.merge(delta, list), history);
  };
  const read = createSingleFlight(async () => {
    const changesBefore = ownChanges;
    isReading = true;
    const result = await storage.readAfter(known);
    isReading = false;
    if (!result.ok) return;
    const isOutdated = changesBefore !== ownChanges;
    merge(result.value, isOutdated ? null : result.value.history);
    if (isOutdated) void read();
  });
  return {
    async catchUp(written) {
      // If another tab wrote in between, or a read is in progress, the disk has to be read.
      if (written?.localSeq === known.localSeq + 1 && !isReading) merge(written, null);
      else await read();
    },
    reportChange() {
      ownChanges += 1;
    },
    reportKey(key) {
      if (key === known.key + 1) known = { ...known, key };
    },
  };
}
