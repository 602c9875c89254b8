/** Plans how unsent changes of an ended list join another list of the account (product H6). */
import type { ListRef } from '#core/account/list-ref.ts';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { Change, ListCopy } from '#core/change/change.ts';
import { liveRow, type List } from '#core/list/list.ts';
import type { Category, Item } from '#core/list/row.ts';
import { planLines, planToChange, type DraftLine } from '#core/list-text/plan-lines.ts';
import { fitSavedLists } from './import-list.ts';

type CopyPlan = {
  readonly changes: readonly Change[];
  /** The ids, in the copy, of the saved lists for which the list has no room. */
  readonly left: readonly string[];
};

/** @param copy rows with the ids of the list that they come from */
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
    const category = liveRow(list.categories, item.category);
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
