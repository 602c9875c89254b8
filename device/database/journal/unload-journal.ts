/**
 * The unload journal: changes that were still waiting for the disk when the page was closed. Browsers drop a transaction that
 * waits behind another one, so closing the page writes these changes to local storage, which is synchronous.
 */
import type { Batch } from '#client/ports/storage.ts';
import { readKeys, removeValue, writeValue } from '#device/local-storage/local-storage.ts';

export type UnloadJournal = {
  /** Registers changes that are being written. Returns them with the ids to store; call `end` when the write is over. */
  readonly begin: (batches: readonly Batch[]) => {
    readonly changes: readonly JournaledChange[];
    readonly end: () => void;
  };
  /** Whether closed pages have left changes in local storage. */
  readonly hasEntries: () => boolean;
};

/** A change with the id that its outbox record stores; the id is empty without a journal. */
export type JournaledChange = Batch & { readonly id: string };

/**
 * Creates the journal of an open list.
 * @param createId returns globally unique ids
 */
export function createUnloadJournal(listKey: string, createId: () => string): UnloadJournal {
  const key = `${PREFIX}${listKey}.${createId()}`;
  const inProgress = new Set<JournaledChange>();
  let isWritten = false;
  const write = (): void => {
    if (inProgress.size > 0) {
      isWritten = writeValue(key, JSON.stringify([...inProgress]));
    } else if (isWritten) {
      removeValue(key);
      isWritten = false;
    }
  };
  return {
    begin(batches) {
      const changes = batches.map((batch) => ({ id: createId(), ...batch }));
      for (const change of changes) inProgress.add(change);
      // Listens only while writes are in progress; adding the same listener twice has no effect.
      window.addEventListener('pagehide', write);
      return {
        changes,
        end() {
          for (const change of changes) inProgress.delete(change);
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
  begin: (batches) => ({
    changes: batches.map((batch) => ({ id: '', ...batch })),
    end: () => undefined,
  }),
  hasEntries: () => false,
};

const PREFIX = 'checklist.unload-journal.';
/** The local storage keys of a list's journals. */
export const findJournalKeys = (listKey: string): readonly string[] =>
  readKeys().filter((key) => key.startsWith(`${PREFIX}${listKey}.`));
