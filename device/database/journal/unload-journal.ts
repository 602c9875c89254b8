/**
 * The unload journal: changes that were still waiting for the disk when the page was closed. Browsers drop a transaction that
 * waits behind another one, so closing the page writes these changes to local storage, which is synchronous.
 */
import type { Batch } from '#client/ports/storage.ts';
import { readKeys, removeValue, writeValue } from '#device/local-storage/local-storage.ts';

export type UnloadJournal = {
  /** Registers a change that is being written. Returns the id to store with it; call `end` when the write is over. */
  readonly begin: (batch: Batch) => { readonly id: string; readonly end: () => void };
  /** Whether closed pages have left changes in local storage. */
  readonly hasEntries: () => boolean;
};

/**
 * Creates the journal of an open list.
 * @param createId returns globally unique ids
 */
export function createUnloadJournal(listKey: string, createId: () => string): UnloadJournal {
  const key = `${PREFIX}${listKey}.${createId()}`;
  const inProgress = new Map<string, Batch>();
  let isWritten = false;
  const write = (): void => {
    if (inProgress.size > 0) {
      const changes = Array.from(inProgress, ([id, batch]) => ({ id, ...batch }));
      isWritten = writeValue(key, JSON.stringify(changes));
    } else if (isWritten) {
      removeValue(key);
      isWritten = false;
    }
  };
  return {
    begin(batch) {
      const id = createId();
      inProgress.set(id, batch);
      // Listens only while writes are in progress; adding the same listener twice has no effect.
      window.addEventListener('pagehide', write);
      return {
        id,
        end() {
          inProgress.delete(id);
          if (inProgress.size === 0) window.removeEventListener('pagehide', write);
          // The page was restored, or is still closing: update the journal.
          if (isWritten) write();
        },
      };
    },
    hasEntries: () => findJournalKeys(listKey).length > 0,
  };
}

/** A journal that records nothing, for storage that no page writes to while it closes. */
export const NO_JOURNAL: UnloadJournal = {
  begin: () => ({ id: '', end: () => undefined }),
  hasEntries: () => false,
};

const PREFIX = 'checklist.unload-journal.';
/** The local storage keys of a list's journals. */
export const findJournalKeys = (listKey: string): readonly string[] =>
  readKeys().filter((key) => key.startsWith(`${PREFIX}${listKey}.`));
