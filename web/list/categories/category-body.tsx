/** A category's items. */
import { memo, useRef } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useBlocks, useInListCount, useShownList } from '#web/shown-list/shown-list.ts';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import styles from './category-section.module.css';
import { ItemBlock } from '#web/list/rows/item-block.tsx';
import { useRowWindow } from '#web/list/rows/row-window.ts';
import { liveRow } from '#core/list/list.ts';
import { itemIdAt, TabStopContext, useOwnTabStop } from '#web/list/keyboard/row-focus.ts';

type CategoryBodyProps = {
  readonly categoryId: string;
  /** The number of items in the category. */
  readonly total: number;
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
};

/**
 * A category's rows, rendered in blocks. Screen readers see one list. A tick changes the category's counts, and does
 * not render this.
 */
export const CategoryBody = memo(function CategoryBody(props: CategoryBodyProps) {
  const { categoryId, total, isShopping, onMore } = props;
  // Rows that leave Shop mode's list change the sizes below.
  useInListCount(categoryId, isShopping);
  const blocks = useBlocks(categoryId);
  const rows = useRef<HTMLDivElement>(null);
  const tabStop = useOwnTabStop(rows);
  const sizes = useShownSizes(
    blocks.map(({ itemIds }) => itemIds),
    isShopping,
  );
  const starts = startsOf(sizes);
  if (total === 0) return <p className={styles.empty}>{messages.list.emptyCategory}</p>;
  return (
    <TabStopContext value={tabStop}>
      {/* This handler only remembers which row has the focus. The controls are inside the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={rows} role="list" onFocus={({ target }) => tabStop.focus(itemIdAt(target))}>
        {blocks.map(({ key }, at) => (
          <ItemBlock
            key={key}
            blockKey={key}
            start={starts[at] ?? 0}
            setSize={starts.at(-1) ?? 0}
            isShopping={isShopping}
            onMore={onMore}
          />
        ))}
      </div>
    </TabStopContext>
  );
});

/** The number of visible rows of each block. In shop mode, a windowed list counts only the rows that are left. */
function useShownSizes(blocks: readonly (readonly string[])[], isShopping: boolean): readonly number[] {
  const { mode } = useRowWindow();
  const { store, collapse } = useShownList();
  const isShown = (itemId: string): boolean => {
    const item = liveRow(store.list.items, itemId);
    return item !== undefined && !collapse.isInBasket(item);
  };
  return blocks.map((ids) => (mode === 'windowed' && isShopping ? ids.filter(isShown).length : ids.length));
}

/** The number of rows before each block; the last number is the total. */
function startsOf(sizes: readonly number[]): readonly number[] {
  const starts = [0];
  for (const size of sizes) starts.push((starts.at(-1) ?? 0) + size);
  return starts;
}
