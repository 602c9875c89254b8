/** Which items have a row in shop mode. */
import { liveRow } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';

/** A ticked row stays until the list is at rest (product L6). */
export const isLeftToGet = (item: Item, isRecent: boolean): boolean => !item.checked || isRecent;

/** The same for an item's id, as it is now; nothing is subscribed to. */
export function useIsShown(): (itemId: string) => boolean {
  const { store, collapse } = useShopper();
  return (itemId) => {
    const item = liveRow(store.list.items, itemId);
    return item !== undefined && isLeftToGet(item, collapse.isRecent(itemId));
  };
}
