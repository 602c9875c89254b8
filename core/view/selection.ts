/**
 * The selection of Select mode: categories with all their items, and single items (product L11, L16). A selected category does not include
 * its items for stores other than the chosen one, which are under Other stores.
 */
import { liveRow, type List } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import type { ListView } from './list-view.ts';

export type Selection = {
  readonly categoryIds: ReadonlySet<string>;
  /** Single items. A category that is selected later includes them. */
  readonly itemIds: ReadonlySet<string>;
};

export const NOTHING_SELECTED: Selection = { categoryIds: new Set(), itemIds: new Set() };

/** The list and where its view puts the items. */
export type Shown = { readonly list: List; readonly view: Pick<ListView, 'placeOf' | 'blocks' | 'block'> };

export const isItemSelected = ({ categoryIds, itemIds }: Selection, { view }: Shown, item: Item): boolean =>
  categoryIds.has(view.placeOf(item)) || itemIds.has(item.id);

/** Selects a category with its items, or neither. */
export function toggleCategory({ categoryIds, itemIds }: Selection, shown: Shown, categoryId: string): Selection {
  const inCategory = new Set(itemIdsIn(shown, categoryId));
  return {
    categoryIds: toggle(categoryIds, categoryId),
    itemIds: new Set([...itemIds].filter((id) => !inCategory.has(id))),
  };
}

/** Selects an item or not. A category without one of its items is no longer selected, but its other items still are. */
export function toggleItem({ categoryIds, itemIds }: Selection, shown: Shown, item: Item): Selection {
  const place = shown.view.placeOf(item);
  if (!categoryIds.has(place)) return { categoryIds, itemIds: toggle(itemIds, item.id) };
  const others = itemIdsIn(shown, place).filter((other) => other !== item.id);
  return { categoryIds: toggle(categoryIds, place), itemIds: new Set([...itemIds, ...others]) };
}

function toggle(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The selected items, those of selected categories included. Others may have deleted or moved some of them. */
export function selectedItems({ categoryIds, itemIds }: Selection, shown: Shown): readonly Item[] {
  const inCategories = [...categoryIds].flatMap((id) => itemIdsIn(shown, id));
  return [...new Set([...inCategories, ...itemIds])]
    .map((id) => liveRow(shown.list.items, id))
    .filter((item) => item !== undefined);
}

/** The ids of the items in a category, or under `OTHER_STORES` (core/view/item-places.ts). */
export const itemIdsIn = ({ view }: Pick<Shown, 'view'>, place: string): readonly string[] =>
  view.blocks(place).flatMap(({ key }) => view.block(key));
