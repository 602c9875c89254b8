/** Plans how the items of a saved list are added to the open list, as for the lines of a text (product O8, Q3). */
import { adoptStores } from '#core/change/adopt-stores.ts';
import type { NamedCatalogue } from '#core/change/change.ts';
import { liveRow, liveRows, type List } from '#core/list/list.ts';
import { createLostCategory } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import { planLines, type Plan } from './plan-lines.ts';

/**
 * Plans all items, unchecked: adding them means that they are needed. A name that the list has in another category is
 * added there.
 * @param copy the saved list, with ids of the open list
 * @param write writes amounts that become notes
 */
export function planSavedList(list: List, copy: NamedCatalogue, write: (amount: number) => string): Plan {
  const savedById = new Map(copy.categories.map((category) => [category.id, category]));
  const placeByName = new Map(liveRows(list.items).map(({ name, category }) => [nameKey(name), category]));
  const { items } = adoptStores(list, copy, { adds: false }).copy;
  const drafts = items.map(({ name, category: savedIn, amount = null, unit = null, note = null, store }) => {
    const isThere = list.itemNamed(savedIn, name) !== undefined;
    const other = isThere ? undefined : placeByName.get(nameKey(name));
    const category = liveRow(list.categories, other ?? '') ?? savedById.get(savedIn) ?? createLostCategory(savedIn);
    const entry = { name, amount, unit, note, store };
    return { entry, category, checked: false, isWanted: true, takesNewAmount: null };
  });
  return planLines(list, drafts, write);
}
