/** Imports a list from outside, such as an older version's, the demo's or an ended one's, into a list (product D1, L3, H6). */
import { DEFAULT_CATEGORIES, defaultCategoryId } from '#core/catalogue/catalogue.ts';
import { SAVED_LISTS_LIMIT } from '#core/change/change-saved-lists.ts';
import type { Change, ListCopy } from '#core/change/change.ts';
import { compareText } from '#core/list/compare-text.ts';
import { categoryOf, type List, liveRow, liveRows } from '#core/list/list.ts';
import type { StoredState } from '#client/ports/storage.ts';
import type { Store } from '#client/store/store.ts';
import type { Sync } from '#client/sync/sync.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { Category, Item } from '#core/list/row.ts';
import { type DraftLine, planLines, planToChange } from '#core/list-text/plan-lines.ts';

/** A list to import, and the cleanup after it. */
export type ListImport = {
  readonly copy: ListCopy;
  /**
   * Called once the copy is safely stored.
   * @param isWhole true if the list started as the copy; false if the copy joined a list, where a row of the copy may have
   *   lost to one with the same id, so that the original has to be kept
   */
  readonly onImported: (isWhole: boolean) => void;
};

/** Completes an import when the list opens: a fresh list has started as the copy; an existing list joins it. */
export async function importOnOpen(source: ListImport, store: Store, { isFresh }: StoredState): Promise<void> {
  if (isFresh) source.onImported(true);
  else await importList(source, store);
}

/** Whether the copy joins or replaces the list, and whether Undo can take it back. */
export type ImportOptions = { readonly mode: 'merge' | 'replace'; readonly isStep: boolean };

/** Imports a copy. If the list refuses it, for example for lack of room, the original stays where it is. */
export async function importList(
  { copy, onImported }: ListImport,
  store: Store,
  { mode, isStep }: ImportOptions = { mode: 'merge', isStep: true },
): Promise<void> {
  if (!store.applyChange({ type: 'import-copy', copy, mode }, isStep).ok) return;
  // A read that comes back proves that the write before it is on disk.
  await store.catchUp();
  if (store.storageFailure() === null) onImported(false);
}

type FirstSyncImport = {
  readonly sync: Pick<Sync, 'status' | 'onChange'>;
  readonly store: Store;
  readonly source: ListImport;
  /** Gives the copy ids of the list, so that rows the list already has keep theirs. */
  readonly toOwn: (copy: ListCopy) => ListCopy;
  /** The list, which the copy replaces without an undo step if it is untouched; null to merge the copy in any case. */
  readonly newListId: string | null;
};

/** Imports a copy into a real account after its first sync, when every row of the account is on this device. */
export function importAfterFirstSync({ sync, store, source, toOwn, newListId }: FirstSyncImport): void {
  const importNow = (): void => {
    if (sync.status().firstSync !== null) return;
    stop();
    const isNew = newListId !== null && isUntouched(store.list, newListId);
    const own = toOwn(source.copy);
    const copy = newListId === null ? own : fitSavedLists(own, store.list);
    void importList({ ...source, copy }, store, { mode: isNew ? 'replace' : 'merge', isStep: !isNew });
  };
  const stop = sync.onChange(importNow);
  importNow();
}

/** Whether a list still has nothing but the defaults of a new account. */
function isUntouched({ items, savedLists, categories }: List, listId: string): boolean {
  const defaults = new Set(DEFAULT_CATEGORIES.map((_, at) => defaultCategoryId(at + 1, listId)));
  const hasOnlyDefaults = liveRows(categories).every(({ id }) => defaults.has(id));
  return hasOnlyDefaults && liveRows(items).length + liveRows(savedLists).length === 0;
}

/** Limits a copy to as many saved lists as the list has room for, newest first; otherwise all of it would be refused (product S1). */
export function fitSavedLists(copy: ListCopy, list: List): ListCopy {
  const exists = ({ id }: { readonly id: string }): boolean => liveRow(list.savedLists, id) !== undefined;
  const room = Math.max(0, SAVED_LISTS_LIMIT - liveRows(list.savedLists).length);
  const added = copy.savedLists
    .filter((saved) => !exists(saved))
    .toSorted((a, b) => compareText(b.createdAt, a.createdAt))
    .slice(0, room);
  return { ...copy, savedLists: [...copy.savedLists.filter(exists), ...added] };
}

type CopyPlan = {
  readonly changes: readonly Change[];
  /** The ids, in the copy, of the saved lists for which the list has no room. */
  readonly left: readonly string[];
};

/**
 * Plans how unsent changes of an ended list join another list of the account.
 * @param copy rows with the ids of the list that they come from
 */
export function planCopy(copy: ListCopy, ref: ListRef, list: List): CopyPlan {
  const own = adoptCategories(toListCopy(copy, ref, list), list);
  const fitting = fitSavedLists(own, list);
  const fits = new Set(fitting.savedLists.map(({ id }) => id));
  const merged = mergeNames(own.items, list);
  const joined = { ...fitting, items: own.items.filter((item) => !merged.items.has(item)) };
  return {
    changes: [{ type: 'import-copy', copy: joined, mode: 'merge' }, ...merged.changes],
    left: copy.savedLists.filter((_, at) => !fits.has(own.savedLists[at]?.id ?? '')).map(({ id }) => id),
  };
}

/** Merges the items whose names the list has in the same category (product L9, Q3). */
function mergeNames(items: readonly Item[], list: List) {
  const drafts = items.flatMap((item) => {
    const category = categoryOf(list, item.category);
    // A row that was copied before is unchanged.
    const hasTwin =
      liveRow(list.items, item.id) === undefined && list.itemNamed(item.category, item.name) !== undefined;
    return category !== undefined && hasTwin ? [{ item, draft: draftOf(item, category) }] : [];
  });
  const { lines, results } = planLines(
    list,
    drafts.map(({ draft }) => draft),
    String,
  );
  const updated = results.filter(({ isUpdated }) => isUpdated);
  return {
    /** The items that need no separate row. */
    items: new Set(drafts.filter((_, at) => lines[at] !== null).map(({ item }) => item)),
    changes: updated.length > 0 ? [planToChange({ lines, results: updated }, () => '')] : [],
  };
}

function draftOf(item: Item, category: Category): DraftLine {
  const { name, checked, amount = null, unit = null, note = null, store = null } = item;
  return { entry: { name, amount, unit, note, store }, checked, category, isWanted: true, takesNewAmount: null };
}
