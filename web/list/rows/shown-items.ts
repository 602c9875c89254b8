/** Decides which items shop mode shows. */
import { liveRow } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';

/** A ticked row remains until the list is at rest (product L6). */
export const isLeftToGet = (item: Item, isRecent: boolean): boolean => !item.checked || isRecent;

/** The same for an item id, from the current list and without a subscription. */
export function useIsShown(): (itemId: string) => boolean {
  const { store, collapse } = useShopper();
  return (itemId) => {
    const item = liveRow(store.list.items, itemId);
    return item !== undefined && isLeftToGet(item, collapse.isRecent(itemId));
  };
}
