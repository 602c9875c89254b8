/** Opens an account's list on this device: from disk, or in memory where the disk refuses (product D2). */
import type { ListCopy } from '#core/change/change.ts';
import type { Contents } from '#core/list/memory.ts';
import { PROFILE_ID } from '#core/list/profile.ts';
import type { StorageFailure, StoredState } from '#client/ports/storage.ts';
import { createFolding } from '#client/folding/folding.ts';
import type { Folding } from '#client/folding/folding.ts';
import type { StoreParts } from './engine.ts';
import { keepOutboxShort } from './keep-outbox-short.ts';
import { createStore } from './store.ts';
import type { Store } from './store.ts';

export type OpenList = {
  readonly store: Store;
  readonly folding: Folding;
  /** Why the list lives in memory only; null when it is on disk. */
  readonly openFailure: StorageFailure | null;
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

/**
 * Opens the list.
 * @param first fetches what a list that is not there yet begins as
 * @param legacy an older version's list: instead of `first`, or, where a list is there already, joined to it
 */
export async function openList(
  parts: StoreParts,
  first: () => Promise<ListCopy>,
  legacy: Legacy | null,
): Promise<OpenList> {
  const begin = async (): Promise<Contents> => copyToContents(legacy?.copy ?? (await first()));
  const opened = await parts.storage.open((await parts.storage.hasList()) ? NOTHING : await begin());
  // Hardly any browser refuses.
  const storage = opened.ok ? parts.storage : (await import('./memory-storage.ts')).createMemoryStorage();
  const state = opened.ok ? opened.value : freshState(await begin());
  const store = createStore({ ...parts, storage }, state);
  if (legacy && opened.ok) await takeLegacy(store, state, legacy);
  const folding = createFolding({ store, clock: parts.clock, folded: state.folded, keep: storage.keepFolded });
  const stop = keepOutboxShort(store, parts.clock);
  return {
    store,
    folding,
    openFailure: opened.ok ? null : opened.failure,
    close() {
      stop();
      folding.close();
      store.close();
    },
  };
}

/** What a list that is there needs to begin with. */
const NOTHING: Contents = { items: [], categories: [], savedLists: [], profile: [] };

/** A fresh list began as the copy; one that was there takes it in. What has no room stays where it was. */
async function takeLegacy(store: Store, { isFresh }: StoredState, { copy, onTaken }: Legacy): Promise<void> {
  if (!isFresh && !store.act({ type: 'bring-in', copy, mode: 'join' }).ok) return;
  // Once absorbed it is on disk for certain.
  const isAbsorbed = await store.absorb();
  if (isAbsorbed && store.storageFailure() === null) onTaken(isFresh);
}

const copyToContents = ({ items, categories, savedLists, listName }: ListCopy): Contents => ({
  items: items.map((item) => ({ ...item, deleted: false })),
  categories: categories.map((category) => ({ ...category, deleted: false })),
  savedLists: savedLists.map((saved) => ({ ...saved, deleted: false })),
  profile: [{ id: PROFILE_ID, listName, deleted: false }],
});

const freshState = (base: Contents): StoredState => ({
  base,
  ops: [],
  history: [],
  absorbedUpTo: 0,
  folded: [],
  isFresh: true,
});
