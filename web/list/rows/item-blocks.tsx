/** A category's items in blocks of up to 64 rows, in Select mode as well. Blocks far from the screen are empty elements with the height of their rows. */
import {
  memo,
  useRef,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  type RefObject,
  createContext,
  type ComponentType,
} from 'react';
import { messages } from '#web/messages/messages.ts';
import { useBlocks, useInListCount, useShownList, useBlock } from '#web/shown-list/shown-list.ts';
import { type OpenItemMenu, ItemRow } from './item-row.tsx';
import styles from './item-blocks.module.css';
import { useRowWindow } from './row-window.ts';
import { liveRow } from '#core/list/list.ts';
import { itemIdAt, TabStopContext, useOwnTabStop, useTabStop } from '#web/list/keyboard/row-focus.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
import { mark } from '#web/ui/marks.ts';
import type { Selection } from '#core/view/selection.ts';

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

/** From this number of rows, it is faster to let the browser skip the layout of an off-screen block. */
const TALL_FROM = 24;

type ItemBlockProps = {
  readonly blockKey: string;
  /** The number of visible rows before this block. */
  readonly start: number;
  /** The number of visible rows in the category. */
  readonly setSize: number;
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
};

/** Subscribes to its own key, so that an added item renders one block and not its category. */
const ItemBlock = memo(function ItemBlock({ blockKey, start, setSize, isShopping, onMore }: ItemBlockProps) {
  const itemIds = useBlock(blockKey);
  const selection = useContext(SelectionContext);
  const block = useRef<HTMLDivElement>(null);
  const isRendered = useIsRendered(block);
  useRowPositions(block, start, setSize);
  const tabStop = useTabStop();
  // Rows may have been rendered or removed.
  useLayoutEffect(() => tabStop.update());
  const space = `calc(${itemIds.length} * var(--row))`;
  return (
    <div
      className={styles.block}
      ref={block}
      {...mark('blockKey', blockKey)}
      {...mark('block', isRendered ? 'rendered' : 'space')}
      data-tall={itemIds.length >= TALL_FROM}
      // The browser remembers the last height, which must not be that of the taller rows of shop mode.
      style={
        isRendered ? { containIntrinsicBlockSize: isShopping ? undefined : `auto ${space}` } : { blockSize: space }
      }
    >
      {isRendered
        ? itemIds.map((id) =>
            selection === null ? (
              <ItemRow key={id} itemId={id} isShopping={isShopping} onMore={onMore} />
            ) : (
              <selection.SelectRow key={id} itemId={id} {...selection} />
            ),
          )
        : null}
    </div>
  );
});

/**
 * Sets the position of each row in its category, because a screen reader cannot count rows that are not in the page. An added
 * item changes the position of all rows after it, so this runs after the frame that shows the item, and without React:
 * rendering these rows again took a third of the time of an addition.
 * @param start the number of visible rows before this block
 * @param setSize the number of visible rows in the category
 */
function useRowPositions(block: RefObject<HTMLElement | null>, start: number, setSize: number): void {
  const { mode } = useRowWindow();
  const isCounted = mode === 'windowed';
  // After each render of the block, because other rows may be in the page.
  useEffect(() => (isCounted ? afterFrame(() => setPositions(rowsOf(block), start, setSize)) : undefined));
  useEffect(() => (isCounted ? () => removePositions(rowsOf(block)) : undefined), [isCounted, block]);
}

const rowsOf = (block: RefObject<HTMLElement | null>): readonly Element[] => [...(block.current?.children ?? [])];

function setPositions(rows: readonly Element[], start: number, setSize: number): void {
  for (const [at, row] of rows.entries()) {
    row.setAttribute('aria-posinset', `${start + at + 1}`);
    row.setAttribute('aria-setsize', `${setSize}`);
  }
}

function removePositions(rows: readonly Element[]): void {
  for (const row of rows) {
    row.removeAttribute('aria-posinset');
    row.removeAttribute('aria-setsize');
  }
}

/**
 * Whether a block's rows are rendered. The first frame renders the rows on the screen. Later frames render all rows of a
 * short list, or the rows near the screen in a long list.
 */
function useIsRendered(block: RefObject<HTMLElement | null>): boolean {
  const { mode, isPrinting, nearScreen } = useRowWindow();
  const [isNear, setNear] = useState(false);
  const [lastMode, setLastMode] = useState(mode);
  if (mode !== lastMode) {
    setLastMode(mode);
    // When a list grows beyond the limit, keep its rows until the observer reports which are near.
    if (lastMode === 'whole') setNear(true);
  }
  useLayoutEffect(() => {
    // The position of the block is known only after layout, and its rows must appear in the same frame.
    // oxlint-disable-next-line react/set-state-in-effect
    if (block.current && isOnScreen(block.current)) setNear(true);
  }, [block]);
  useEffect(() => {
    const element = block.current;
    if (element === null || mode !== 'windowed') return undefined;
    let isClose = false;
    // Keep the block with the focus rendered, or the keyboard would start again at the top.
    const update = (): void => setNear(isClose || element.contains(document.activeElement));
    const stop = nearScreen.watch(element, (next) => {
      isClose = next;
      update();
    });
    // The document knows the new focus only after this event.
    const onFocusOut = (): void => void setTimeout(update);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      stop();
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [block, mode, nearScreen]);
  return isNear || mode === 'whole' || isPrinting;
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom >= 0;
}

export type SelectRowProps = { readonly itemId: string } & Pick<RowSelection, 'selected' | 'onSelect'>;

export type RowSelection = {
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  /** Shows a row in Select mode. It loads after the list. */
  readonly SelectRow: ComponentType<SelectRowProps>;
};

/** Null outside Select mode. */
export const SelectionContext = createContext<RowSelection | null>(null);
