/**
 * The unload journal: changes that are not on the disk. Browsers drop a transaction that waits behind another one, so closing the page
 * writes these changes to local storage, which is synchronous. A change that the disk refused is written there at once, because phones
 * end a page that is not in view without telling it (product D2).
 */
import type { Batch } from '#client/ports/storage.ts';
import { readKeys, removeValue, writeValue } from '#device/local-storage/local-storage.ts';

export type UnloadJournal = {
  /** Registers changes that are being written. A change that was refused before keeps its id. */
  readonly begin: (batches: readonly Batch[]) => JournaledWrite;
  /** Whether closed pages have left changes in local storage. */
  readonly hasEntries: () => boolean;
};

type JournaledWrite = {
  readonly changes: readonly JournaledChange[];
  /** Whether a change was in local storage before, so that another tab may have replayed it. */
  readonly isRetry: boolean;
  /** Call it when the write is over. */
  readonly end: (isStored: boolean) => void;
};

/** A change with the id that its outbox record stores; the id is empty without a journal. */
export type JournaledChange = Batch & { readonly id: string };

/**
 * Creates the journal of an open list.
 * @param createId returns globally unique ids
 * @param keepsRefused false if the caller reports a refused change as failed, so that it must not appear later
 */
export function createUnloadJournal(listKey: string, createId: () => string, keepsRefused = true): UnloadJournal {
  const key = `${PREFIX}${listKey}.${createId()}`;
  const idByBatch = new Map<Batch, string>();
  let isWritten = false;
  const write = (): void => {
    if (idByBatch.size > 0) {
      const changes = Array.from(idByBatch, ([batch, id]) => ({ id, ...batch }));
      isWritten = writeValue(key, JSON.stringify(changes));
    } else if (isWritten) {
      removeValue(key);
      isWritten = false;
    }
  };
  return {
    begin(batches) {
      const isRetry = batches.some((batch) => idByBatch.has(batch));
      const changes = batches.map((batch) => ({ ...batch, id: idByBatch.get(batch) ?? createId() }));
      batches.forEach((batch, at) => idByBatch.set(batch, changes[at]?.id ?? ''));
      // Listens only while writes are in progress; adding the same listener twice has no effect.
      window.addEventListener('pagehide', write);
      // After a refusal, this write may be refused as well.
      if (isWritten) write();
      return {
        changes,
        isRetry,
        end(isStored) {
          const isKept = !isStored && keepsRefused;
          if (!isKept) for (const batch of batches) idByBatch.delete(batch);
          if (idByBatch.size === 0) window.removeEventListener('pagehide', write);
          // If it was written before, the page was restored, or is still closing: update the journal.
          if (isWritten || isKept) write();
        },
      };
    },
    hasEntries: () => findJournalKeys(listKey).length > 0,
  };
}

/** A journal that records nothing, for storage that no page writes to while it closes. */
export const NO_JOURNAL: UnloadJournal = {
  begin: (batches) => ({
    changes: batches.map((batch) => ({ ...batch, id: '' })),
    isRetry: false,
    end() {},
  }),
  hasEntries: () => false,
};

const PREFIX = 'checklist.unload-journal.';
/** The local storage keys of a list's journals. */
export const findJournalKeys = (listKey: string): readonly string[] =>
  readKeys().filter((key) => key.startsWith(`${PREFIX}${listKey}.`));
