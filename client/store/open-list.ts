/** Opens an account's list on this device: from disk, or in memory where the disk refuses (product D2). */
import type { ListCopy } from '#core/change/change.ts';
import type { Contents } from '#core/list/memory.ts';
import { PROFILE_ID } from '#core/list/profile.ts';
import type { Storage, StorageFailure } from '#client/ports/storage.ts';
import { createFolding } from '#client/folding/folding.ts';
import type { Folding } from '#client/folding/folding.ts';
import type { Sync } from '#client/sync/sync.ts';
import type { StoreParts } from './engine.ts';
import { keepOutboxShort } from './keep-outbox-short.ts';
import { createStore } from './store.ts';
import type { Store } from './store.ts';

export type OpenList = {
  readonly store: Store;
  readonly folding: Folding;
  /** Why the list lives in memory only; null when it is on disk. */
  readonly openFailure: StorageFailure | null;
  /** Null for a list that syncs nowhere: the demo's, and one that lives in memory. */
  readonly sync: Sync | null;
  /**
   * Removes the account's data from this device; the list is closed by then (product Y9).
   * @param isGone the account itself is no more: what was not sent goes, too
   */
  readonly forget: (isGone?: boolean) => Promise<void>;
  readonly close: () => void;
};

/** What an older version left on this device for this account (product D1). */
export type Legacy = {
  readonly copy: ListCopy;
  /**
   * To be called once the copy is safely in. Whole: the list began as the copy. Otherwise it joined another list,
   * where a row may have had to give way to one of the same id: the original is then kept aside.
   */
  readonly onTaken: (isWhole: boolean) => void;
};

/** What a list that is not there yet begins as. */
export type Beginning = {
  readonly first: () => Promise<ListCopy>;
  /** An older version's list: instead of `first`, or, where a list is there already, joined to it. */
  readonly legacy: Legacy | null;
};

/**
 * Opens the list.
 * @param beginning null for a real account, whose rows come from its backend
 */
export async function openList(
  parts: StoreParts,
  beginning: Beginning | null,
): Promise<Omit<OpenList, 'sync' | 'forget'>> {
  const { clock } = parts;
  const { storage, state, openFailure } = await openStorage(parts.storage, beginning);
  const store = createStore({ ...parts, storage }, state);
  // Hardly any device has something from an older version.
  if (beginning?.legacy && !openFailure) {
    const { takeLegacy } = await import('./take-legacy.ts');
    await takeLegacy(beginning.legacy, store, state);
  }
  const folding = createFolding({ store, clock, folded: state.folded, keep: storage.keepFolded });
  // A real account's outbox empties as its backend takes what is in it.
  const stop = beginning && keepOutboxShort(store, clock);
  return {
    store,
    folding,
    openFailure,
    close() {
      stop?.();
      folding.close();
      store.close();
    },
  };
}

/** What is on disk, or, where the disk refuses, a list in memory. */
async function openStorage(disk: Storage, beginning: Beginning | null) {
  const kept = await disk.open(null);
  const opened = beginning && kept.ok && kept.value.isFresh ? await disk.open(await begin(beginning)) : kept;
  if (opened.ok) return { storage: disk, state: opened.value, openFailure: null };
  // Hardly any browser refuses.
  const { createMemoryStorage, freshState } = await import('./memory-storage.ts');
  const state = freshState(beginning && (await begin(beginning)));
  return { storage: createMemoryStorage(), state, openFailure: opened.failure };
}

const begin = async ({ first, legacy }: Beginning): Promise<Contents> =>
  copyToContents(legacy?.copy ?? (await first()));

const copyToContents = ({ items, categories, savedLists, listName }: ListCopy): Contents => ({
  items: items.map((item) => ({ ...item, deleted: false })),
  categories: categories.map((category) => ({ ...category, deleted: false })),
  savedLists: savedLists.map((saved) => ({ ...saved, deleted: false })),
  profile: [{ id: PROFILE_ID, listName, deleted: false }],
});
