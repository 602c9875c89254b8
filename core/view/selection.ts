/** The selection of Select mode: categories with all their items, and single items of other categories (product L11, L16). */
import { liveRow, type List } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';

export type Selection = {
  readonly categoryIds: ReadonlySet<string>;
  /** Single items. A category that is selected later includes them. */
  readonly itemIds: ReadonlySet<string>;
};

export const NOTHING_SELECTED: Selection = { categoryIds: new Set(), itemIds: new Set() };

export const isItemSelected = ({ categoryIds, itemIds }: Selection, { id, category }: Item): boolean =>
  categoryIds.has(category) || itemIds.has(id);

/** Selects a category with its items, or neither. */
export function toggleCategory({ categoryIds, itemIds }: Selection, list: List, categoryId: string): Selection {
  const inCategory = itemIdsOf(list, categoryId);
  return {
    categoryIds: toggle(categoryIds, categoryId),
    itemIds: new Set([...itemIds].filter((id) => !inCategory.has(id))),
  };
}

/** Selects an item or not. A category without one of its items is no longer selected, but its other items still are. */
export function toggleItem({ categoryIds, itemIds }: Selection, list: List, { id, category }: Item): Selection {
  if (!categoryIds.has(category)) return { categoryIds, itemIds: toggle(itemIds, id) };
  const others = [...itemIdsOf(list, category)].filter((other) => other !== id);
  return { categoryIds: toggle(categoryIds, category), itemIds: new Set([...itemIds, ...others]) };
}

function toggle(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The selected items, those of selected categories included. Others may have deleted or moved some of them. */
export function selectedItems({ categoryIds, itemIds }: Selection, list: List): readonly Item[] {
  const inCategories = [...categoryIds].flatMap((id) => [...itemIdsOf(list, id)]);
  return [...new Set([...inCategories, ...itemIds])]
    .map((id) => liveRow(list.items, id))
    .filter((item) => item !== undefined);
}

const itemIdsOf = (list: List, categoryId: string): ReadonlySet<string> =>
  list.itemIdsByCategory.get(categoryId) ?? new Set();
