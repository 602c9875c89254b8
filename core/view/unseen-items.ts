/** The items that a category has but does not show, because they are for other stores than the chosen one (product O3). */
import type { List } from '#core/list/list.ts';
import { OTHER_STORES } from './item-places.ts';
import type { ListView } from './list-view.ts';
import { itemIdsIn } from './selection.ts';

/** Counts them: deleting the categories deletes them, too. */
export const countUnseenItems = (
  { list, view }: { readonly list: List; readonly view: Pick<ListView, 'blocks' | 'block' | 'placeOf'> },
  categoryIds: readonly string[],
): number =>
  itemIdsIn({ view }, OTHER_STORES).filter((id) => categoryIds.includes(list.items.get(id)?.category ?? '')).length;
