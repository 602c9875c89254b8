/** The items that a category has but does not show, because they are for other stores than the chosen one (product O3). */
import { OTHER_STORES } from './item-places.ts';
import { itemIdsIn, type Shown } from './selection.ts';

/** Counts them: deleting the categories deletes them, too. Apart from the selection, because no start needs it. */
export const countUnseenItems = ({ list, view }: Shown, categoryIds: readonly string[]): number =>
  itemIdsIn({ view }, OTHER_STORES).filter((id) => categoryIds.includes(list.items.get(id)?.category ?? '')).length;
