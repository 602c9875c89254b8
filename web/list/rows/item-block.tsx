/** Up to 64 rows of a category. Blocks far from the screen are empty elements with the height of their rows. */
import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useBlock } from '#web/shopper/shopper-context.ts';
import styles from './item-block.module.css';
import { ItemRow } from './item-row.tsx';
import type { OpenItemMenu } from './item-row.tsx';
import { useRowWindow } from './near-screen.ts';
import { useIsShown } from './shown-items.ts';
import { useTabStop } from '#web/list/keyboard/tab-stop.ts';

/** From this number of rows, it is faster to let the browser skip the layout of an off-screen block. */
const TALL_FROM = 24;

type ItemBlockProps = {
  readonly blockKey: string;
  /** How many rows of the category are shown before this block. */
  readonly start: number;
  /** How many rows of the category are shown. */
  readonly setSize: number;
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
};

/** Subscribes to its own key, so that an added item redraws one block and not its category. */
export const ItemBlock = memo(function ItemBlock(props: ItemBlockProps) {
  const { blockKey, isShopping } = props;
  const itemIds = useBlock(blockKey);
  const block = useRef<HTMLDivElement>(null);
  const isRendered = useIsRendered(block);
  const tabStop = useTabStop();
  // Its rows may have come into the page or left it.
  useLayoutEffect(() => tabStop.update());
  const space = `calc(${itemIds.length} * var(--row))`;
  return (
    <div
      className={styles.block}
      ref={block}
      data-block-key={blockKey}
      data-block={isRendered ? 'rendered' : 'space'}
      data-tall={itemIds.length >= TALL_FROM}
      // The browser keeps the last height; the taller rows of shop mode must not leave theirs behind.
      style={
        isRendered ? { containIntrinsicBlockSize: isShopping ? undefined : `auto ${space}` } : { blockSize: space }
      }
    >
      {isRendered ? <BlockRows {...props} itemIds={itemIds} /> : null}
    </div>
  );
});

type BlockRowsProps = Omit<ItemBlockProps, 'blockKey'> & { readonly itemIds: readonly string[] };

function BlockRows({ itemIds, start, setSize, isShopping, onMore }: BlockRowsProps) {
  const { mode } = useRowWindow();
  const isShown = useIsShown();
  const isCounted = mode === 'windowed';
  const counted = isCounted ? (isShopping ? itemIds.filter(isShown) : itemIds) : NO_IDS;
  const places = usePlaces(counted, start, setSize);
  return itemIds.map((id) => (
    <ItemRow
      key={id}
      itemId={id}
      place={places.positions.get(id)}
      setSize={isCounted ? places.setSize : undefined}
      isShopping={isShopping}
      onMore={onMore}
    />
  ));
}

const NO_IDS: readonly string[] = [];

/**
 * Where each row stands in its category. A screen reader cannot count rows that are not in the page. An added item changes
 * these numbers for all rows after it, so they follow after the frame that shows it.
 */
function usePlaces(itemIds: readonly string[], start: number, setSize: number) {
  const places = useMemo(
    () => ({ setSize, positions: new Map(itemIds.map((id, at) => [id, start + at + 1])) }),
    [itemIds, start, setSize],
  );
  return useDeferredValue(places);
}

/**
 * Whether a block's rows are rendered. At the start those on the screen come in the first frame and the others after it: all
 * of them in a short list, those near the screen in a long one.
 */
function useIsRendered(block: RefObject<HTMLElement | null>): boolean {
  const { mode, isPrinting, nearScreen } = useRowWindow();
  const [isNear, setNear] = useState(false);
  const [lastMode, setLastMode] = useState(mode);
  if (mode !== lastMode) {
    setLastMode(mode);
    // In a list that has just grown long, rows stay until the browser has said which are near.
    if (lastMode === 'whole') setNear(true);
  }
  useLayoutEffect(() => {
    // The browser knows where the block is only once it is in the page, and its rows must be in the same frame.
    // oxlint-disable-next-line react/set-state-in-effect
    if (block.current && isOnScreen(block.current)) setNear(true);
  }, [block]);
  useEffect(() => {
    const element = block.current;
    if (element === null || mode !== 'windowed') return undefined;
    let isClose = false;
    // The block with the focus stays however far one scrolls, or the keyboard would start again at the top.
    const update = (): void => setNear(isClose || element.contains(document.activeElement));
    const stop = nearScreen.watch(element, (next) => {
      isClose = next;
      update();
    });
    // Only after this event does the document know where the focus went.
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
