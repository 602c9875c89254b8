/** Opens an account's list on this device: from disk, or in memory if the disk refuses (product D2). */
import type { ListCopy } from '#core/change/change.ts';
import type { Contents } from '#core/list/contents.ts';
import { PROFILE_ID } from '#core/list/row.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Storage, StorageFailure } from '#client/ports/storage.ts';
import { createCategoryCollapse } from '#client/collapse/category-collapse.ts';
import type { CategoryCollapse } from '#client/collapse/category-collapse.ts';
import type { StoreParts } from '#client/store/engine.ts';
import { createStore } from '#client/store/store.ts';
import type { Store } from '#client/store/store.ts';
import type { Sync } from '#client/sync/sync.ts';
import type { ListImport } from './import-list.ts';
import { createMemoryStorage, freshState } from './memory-storage.ts';

export type OpenList = {
  readonly store: Store;
  readonly collapse: CategoryCollapse;
  /** Why the list is in memory only; null if it is on disk. */
  readonly openFailure: StorageFailure | null;
  /** Null for a list that does not sync: the demo's, or one that is in memory only. */
  readonly sync: Sync | null;
  /** Counts the changes in the account's other lists that the backend has not accepted. */
  readonly countUnsentElsewhere: () => Promise<number>;
  /**
   * Removes the data of all of the account's lists from this device, after the list is closed (product Y9).
   * @param isGone whether the account was deleted: then unsent changes are removed, too
   */
  readonly removeData: (isGone?: boolean) => Promise<void>;
  readonly close: () => void;
};

/** How a list starts that does not exist yet. */
export type Beginning = {
  readonly first: () => Promise<ListCopy>;
  /** An older version's list: replaces `first`, or joins a list that exists. */
  readonly legacy: ListImport | null;
};

/**
 * Opens the list.
 * @param beginning null for a real account, whose rows come from its backend
 */
export async function openList(
  parts: StoreParts,
  beginning: Beginning | null,
): Promise<Omit<OpenList, 'sync' | 'removeData' | 'countUnsentElsewhere'>> {
  const { clock } = parts;
  const { storage, state, openFailure } = await openStorage(parts.storage, beginning);
  const store = createStore({ ...parts, storage }, state);
  if (beginning?.legacy && !openFailure) {
    // Few devices have an older version's list. If the code cannot be downloaded, the next start imports it.
    const module = await import('./import-list.ts').catch(() => null);
    await module?.importOnOpen(beginning.legacy, store, state);
  }
  const collapse = createCategoryCollapse({ store, clock, collapsed: state.collapsed, save: storage.saveCollapsed });
  // A real account's outbox empties when the backend accepts its changes.
  const stop = beginning && compactWhenIdle(store, clock);
  return {
    store,
    collapse,
    openFailure,
    close() {
      stop?.();
      collapse.close();
      store.close();
    },
  };
}

/** Milliseconds without a change before the outbox is compacted. */
const IDLE_MS = 2000;

/**
 * Compacts the demo's outbox, which never syncs, two seconds after the last change.
 * @returns stops compacting
 */
export function compactWhenIdle(store: Store, clock: Clock): () => void {
  let cancel = clock.after(IDLE_MS, () => void store.compact());
  const stop = store.subscribe('outbox', () => {
    cancel();
    cancel = clock.after(IDLE_MS, () => void store.compact());
  });
  return () => {
    stop();
    cancel();
  };
}

/** Opens the list on disk, or one in memory if the disk refuses. */
async function openStorage(disk: Storage, beginning: Beginning | null) {
  const stored = await disk.open(null);
  const opened = beginning && stored.ok && stored.value.isFresh ? await disk.open(await begin(beginning)) : stored;
  if (opened.ok) return { storage: disk, state: opened.value, openFailure: null };
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
