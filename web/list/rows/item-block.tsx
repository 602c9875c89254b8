/** Up to 64 rows of a category. Blocks far from the screen are empty elements with the height of their rows. */
import { memo, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useBlock } from '#web/shopper/shopper-context.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
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
  /** The number of visible rows before this block. */
  readonly start: number;
  /** The number of visible rows in the category. */
  readonly setSize: number;
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
};

/** Subscribes to its own key, so that an added item renders one block and not its category. */
export const ItemBlock = memo(function ItemBlock(props: ItemBlockProps) {
  const { blockKey, isShopping } = props;
  const itemIds = useBlock(blockKey);
  const block = useRef<HTMLDivElement>(null);
  const isRendered = useIsRendered(block);
  const tabStop = useTabStop();
  // Rows may have been rendered or removed.
  useLayoutEffect(() => tabStop.update());
  const space = `calc(${itemIds.length} * var(--row))`;
  return (
    <div
      className={styles.block}
      ref={block}
      data-block-key={blockKey}
      data-block={isRendered ? 'rendered' : 'space'}
      data-tall={itemIds.length >= TALL_FROM}
      // The browser remembers the last height, which must not be that of the taller rows of shop mode.
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
  const counted = isCounted ? (isShopping ? itemIds.filter(isShown) : itemIds) : null;
  const positions = usePositions(counted, start, setSize);
  return itemIds.map((id) => (
    <ItemRow
      key={id}
      itemId={id}
      position={isCounted ? positions.byId.get(id) : undefined}
      setSize={isCounted ? positions.setSize : undefined}
      isShopping={isShopping}
      onMore={onMore}
    />
  ));
}

type Positions = { readonly setSize: number | undefined; readonly byId: ReadonlyMap<string, number> };

const NO_POSITIONS: Positions = { setSize: undefined, byId: new Map() };

/**
 * The position of each row in its category, because a screen reader cannot count rows that are not in the page. An added
 * item changes the position of all rows after it, so the positions are updated after the frame that shows the item.
 * @param itemIds the rows to count; null if all rows are in the page
 */
function usePositions(itemIds: readonly string[] | null, start: number, setSize: number): Positions {
  const positions = useMemo(
    () => (itemIds === null ? NO_POSITIONS : { setSize, byId: new Map(itemIds.map((id, at) => [id, start + at + 1])) }),
    [itemIds, start, setSize],
  );
  const [shown, setShown] = useState(positions);
  useEffect(() => {
    // In shop mode each render computes new positions. Setting equal ones would render again, and never stop.
    const update = (): void => setShown((last) => (isSame(last, positions) ? last : positions));
    return afterFrame(() => startTransition(update));
  }, [positions]);
  return shown;
}

const isSame = (a: Positions, b: Positions): boolean =>
  a.setSize === b.setSize && a.byId.size === b.byId.size && [...a.byId].every(([id, at]) => b.byId.get(id) === at);

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
