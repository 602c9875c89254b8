/** A category's items. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { list } from '#web/messages/en/list.ts';
import { useBlocks } from '#web/shopper/shopper-context.ts';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import styles from './category-section.module.css';
import { ItemBlock } from '#web/list/rows/item-block.tsx';
import { useRowWindow } from '#web/list/rows/near-screen.ts';
import { findRow, itemIdAt } from '#web/list/keyboard/row-focus.ts';
import { useIsShown } from '#web/list/rows/shown-items.ts';
import { createTabStop, TabStopContext } from '#web/list/keyboard/tab-stop.ts';
import type { TabStop } from '#web/list/keyboard/tab-stop.ts';

type CategoryBodyProps = {
  readonly groupId: string;
  /** How many items it has. */
  readonly total: number;
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
};

/** One list for screen readers; its rows are rendered in blocks. */
export function CategoryBody({ groupId, total, isShopping, onMore }: CategoryBodyProps) {
  const blocks = useBlocks(groupId);
  const rows = useRef<HTMLDivElement>(null);
  const tabStop = useOwnTabStop(rows);
  const sizes = useShownSizes(
    blocks.map(({ itemIds }) => itemIds),
    isShopping,
  );
  const starts = startsOf(sizes);
  if (total === 0) return <p className={styles.empty}>{list.emptyCategory}</p>;
  return (
    <TabStopContext value={tabStop}>
      {/* Only to remember which row had the focus last; the controls are the rows' own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div className={styles.rows} ref={rows} role="list" onFocus={({ target }) => tabStop.focus(itemIdAt(target))}>
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
}

/** It looks at the page itself: which rows are there depends on the window, on shop mode and on each item. */
function useOwnTabStop(rows: RefObject<HTMLElement | null>): TabStop {
  const [tabStop] = useState(() => createTabStop((itemId) => rows.current && findRow(rows.current, itemId)));
  // After a change of the category. Blocks whose rows change or go off the screen call it themselves.
  useLayoutEffect(() => tabStop.update());
  return tabStop;
}

/** How many rows of each block are shown. Only a windowed list has to know. */
function useShownSizes(blocks: readonly (readonly string[])[], isShopping: boolean): readonly number[] {
  const { mode } = useRowWindow();
  const isShown = useIsShown();
  return blocks.map((ids) => (mode === 'windowed' && isShopping ? ids.filter(isShown).length : ids.length));
}

/** How many rows come before each block; the last one is the number of all rows. */
function startsOf(sizes: readonly number[]): readonly number[] {
  const starts = [0];
  for (const size of sizes) starts.push((starts.at(-1) ?? 0) + size);
  return starts;
}
