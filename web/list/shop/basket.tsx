/** The ticked items, at the end of the list in Shop mode. The basket starts collapsed, and a tap on an item puts it back (product L14). */
import { useRef, useState } from 'react';
import { liveRow } from '#core/list/list.ts';
import { messages } from '#web/messages/messages.ts';
import { useBasketCounts, useSettledCount, useShownList, useShownCategory } from '#web/shown-list/shown-list.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { itemIdAt } from '#web/list/keyboard/row-focus.ts';
import { TabStopContext, useOwnTabStop } from '#web/list/keyboard/tab-stop.ts';
import { Fold } from '#web/list/rows/fold.tsx';
import { ItemRow, type OpenItemMenu } from '#web/list/rows/item-row.tsx';
import { mark } from '#web/ui/marks.ts';
import styles from './basket.module.css';

type BasketProps = { readonly onMore: OpenItemMenu };

export function Basket({ onMore }: BasketProps) {
  const { inBasket } = useBasketCounts();
  const [isOpen, setOpen] = useState(false);
  if (inBasket === 0) return null;
  return (
    <Fold icon={icons.basket} label={messages.shop.basket(inBasket)} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <BasketRows onMore={onMore} />
    </Fold>
  );
}

/** The items by category, in the order of the list. */
function BasketRows({ onMore }: BasketProps) {
  const rows = useRef<HTMLDivElement>(null);
  const tabStop = useOwnTabStop(rows);
  const groups = useBasketGroups();
  return (
    // This handler only remembers which row has the focus. The controls are inside the rows.
    <div className={styles.groups} ref={rows} onFocus={({ target }) => tabStop.focus(itemIdAt(target))}>
      <TabStopContext value={tabStop}>
        {groups.map(({ categoryId, itemIds }) => (
          <div key={categoryId}>
            <GroupHeading categoryId={categoryId} />
            <div role="list">
              {itemIds.map((id) => (
                <ItemRow key={id} itemId={id} isShopping isBasket onMore={onMore} />
              ))}
            </div>
          </div>
        ))}
      </TabStopContext>
    </div>
  );
}

function GroupHeading({ categoryId }: { readonly categoryId: string }) {
  const category = useShownCategory(categoryId);
  return (
    <h3 className={styles.group} dir="auto" {...mark('moves', '')}>
      {category?.name || messages.list.unnamedCategory}
    </h3>
  );
}

type BasketGroup = { readonly categoryId: string; readonly itemIds: readonly string[] };

/** The basket's items. Reads them again when items change places, but not for each tick. */
function useBasketGroups(): readonly BasketGroup[] {
  const { store, collapse } = useShownList();
  useSettledCount();
  const { list: rows, view } = store;
  const isInBasket = (itemId: string): boolean => {
    const item = liveRow(rows.items, itemId);
    return item !== undefined && collapse.isInBasket(item);
  };
  return view.shownCategoryIds().flatMap((categoryId): readonly BasketGroup[] => {
    const itemIds = view.blocks(categoryId).flatMap((block) => block.itemIds.filter(isInBasket));
    return itemIds.length === 0 ? [] : [{ categoryId, itemIds }];
  });
}
