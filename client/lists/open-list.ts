/** Opens an account's list on this device: from disk, or in memory if the disk refuses (product D2). */
import { lazy, type Lazy } from '#core/lazy.ts';
import type { ListCopy } from '#core/change/change.ts';
import { changeHistory, type History } from '#core/history/history.ts';
import { type Contents, EMPTY_CONTENTS } from '#core/list/contents.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Storage, StorageFailure, StoredState } from '#client/ports/storage.ts';
import { type CategoryCollapse, createCategoryCollapse } from '#client/collapse/category-collapse.ts';
import { createStore, type Store, type StoreParts } from '#client/store/store.ts';
import type { Sync } from '#client/sync/sync.ts';
import type { TripWatch } from '#client/trip/trip-watch.ts';
import type { ListImport } from './import-list.ts';
import { ok } from '#core/result.ts';

const listImport = lazy(() => import('./import-list.ts'));

export type OpenList = {
  readonly store: Store;
  readonly collapse: CategoryCollapse;
  /** Why the list is in memory only; null if it is on disk. */
  readonly openFailure: StorageFailure | null;
  /** Null for a list that does not sync: the demo's, or one that is in memory only. */
  readonly sync: Sync | null;
  /** Downloads the watch of the shopping trip, and continues the trip. */
  readonly trip: Pick<Lazy<TripWatch>, 'load' | 'loaded'>;
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
export type InitialList = {
  readonly first: () => Promise<ListCopy>;
  /** An older version's list: replaces `first`, or joins a list that exists. */
  readonly legacy: ListImport | null;
};

/**
 * Opens the list.
 * @param initial null for a real account, whose rows come from its backend
 */
export async function openList(
  parts: StoreParts,
  initial: InitialList | null,
): Promise<Omit<OpenList, 'sync' | 'trip' | 'removeData' | 'countUnsentElsewhere'>> {
  const { clock } = parts;
  const { storage, state, openFailure } = await openStorage(parts.storage, initial);
  const store = createStore({ ...parts, storage }, state);
  if (initial?.legacy && !openFailure) {
    // Few devices have an older version's list. If the code cannot be downloaded, the next start imports it.
    const module = await listImport.tryLoad();
    await module?.importOnOpen(initial.legacy, store, state);
  }
  const collapse = createCategoryCollapse({ store, clock, collapsed: state.collapsed, save: storage.saveCollapsed });
  // A real account's outbox empties when the backend accepts its changes.
  const stop = initial && compactWhenIdle(store, clock);
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
async function openStorage(disk: Storage, initial: InitialList | null) {
  const stored = await disk.open(null);
  const opened = initial && stored.ok && stored.value.isFresh ? await disk.open(await begin(initial)) : stored;
  if (opened.ok) return { storage: disk, state: opened.value, openFailure: null };
  const state = freshState(initial && (await begin(initial)));
  return { storage: createMemoryStorage(), state, openFailure: opened.failure };
}

const begin = async ({ first, legacy }: InitialList): Promise<Contents> =>
  copyToContents(legacy?.copy ?? (await first()));

const copyToContents = ({ items, categories, savedLists, listName, stores }: ListCopy): Contents => ({
  items: items.map((item) => ({ ...item, deleted: false })),
  categories: categories.map((category) => ({ ...category, deleted: false })),
  savedLists: savedLists.map((saved) => ({ ...saved, deleted: false })),
  listRow: [{ ...stores, id: LIST_ROW_ID, listName, deleted: false }],
});

/**
 * Storage that lasts as long as the page, for browsers that refuse to store anything (product D2). It keeps only the history: the
 * store already has the list, base and outbox in memory.
 */
export function createMemoryStorage(): Storage {
  let lastKey = 0;
  let history: History = [];
  return {
    open: (first) => Promise.resolve(ok({ ...freshState(first), history })),
    append(batches) {
      const keys = batches.map((batch) => {
        lastKey += 1;
        history = changeHistory(history, batch.history);
        return lastKey;
      });
      return Promise.resolve(ok(keys));
    },
    readAfter: () => Promise.resolve(ok({ ...NO_DELTA, history })),
    // Without a base on disk there is nothing to compact into.
    compact: () => Promise.resolve(ok(0)),
    saveCollapsed() {},
    saveChosenStore() {},
  };
}

const NO_DELTA = { base: EMPTY_CONTENTS, outbox: [], compactedUpTo: 0, localSeq: 0 };

/** The state of a new list in memory. */
const freshState = (first: Contents | null): StoredState => ({
  ...NO_DELTA,
  base: first ?? EMPTY_CONTENTS,
  history: [],
  collapsed: [],
  chosenStore: null,
  isFresh: true,
});

/**
 * Merges categories of one name (product L8): at once in a list that does not sync, and otherwise after the first complete pull: another device may have renamed or
 * merged them meanwhile. Rows do not move under a finger, not even those of the pull (product L6). The merge is a step like any other: it syncs, and
 * Undo takes it back.
 * @param sync null for a list that does not sync
 */
export function mergeAtStart(
  { store, collapse }: Pick<OpenList, 'store' | 'collapse'>,
  sync: Pick<Sync, 'status' | 'onChange'> | null,
): void {
  const merge = (): void => collapse.whenQuiet(() => void store.applyChange({ type: 'merge-categories' }));
  if (sync === null || sync.status().hasPulled) {
    merge();
    return;
  }
  const stop = sync.onChange(() => {
    if (!sync.status().hasPulled) return;
    stop();
    merge();
  });
}
