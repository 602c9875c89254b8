/** The items that are tied to other stores than the chosen one, folded at the end of the list (product O3). Loads after the list. */
import { OTHER_STORES } from '#core/view/item-places.ts';
import { messages } from '#web/messages/messages.ts';
import { useInListCount, useIsCollapsed, useOtherStores, useShownList } from '#web/shown-list/shown-list.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { Fold } from '#web/list/rows/fold.tsx';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import { CategoryBody } from './category-body.tsx';

type OtherStoresProps = { readonly isShopping: boolean; readonly onMore: OpenItemMenu };

/** Shop mode shows only what is left, as in the rest of the list. */
export function OtherStores({ isShopping, onMore }: OtherStoresProps) {
  const { collapse } = useShownList();
  const { total } = useOtherStores();
  const inList = useInListCount(OTHER_STORES, isShopping);
  const isCollapsed = useIsCollapsed(OTHER_STORES);
  const count = inList ?? total;
  if (count === 0) return null;
  return (
    <Fold
      icon={icons.store}
      label={messages.stores.others(count)}
      isOpen={!isCollapsed}
      onToggle={() => collapse.move(() => collapse.toggle(OTHER_STORES))}
    >
      <CategoryBody categoryId={OTHER_STORES} total={total} isShopping={isShopping} onMore={onMore} />
    </Fold>
  );
}
