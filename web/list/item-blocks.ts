/** The items of a category, in blocks of up to 64 rows; in a very long list those far from the screen are only a space of their height. */
import { arrange, renewParts } from './arrange.ts';
import type { Part } from './arrange.ts';
import styles from './item-block.module.css';
import { createItemRows } from './item-rows.ts';
import type { RowSource } from './item-rows.ts';

/** A list up to this long is in the page whole, so that the browser's own search finds everything. */
const WHOLE_UP_TO = 1000;
/** How far beyond the screen rows are kept: two phone screens. */
const MARGIN = '1600px 0px';

/** How many blocks are taken for near before the browser says which are: the first of a page are on its first screen. */
let early = 2;

/** What each block does when it comes near the screen, and when it goes. */
const nears = new WeakMap<Element, (isNear: boolean) => void>();
/** One for all, and only for what has been in a long list: the browser asks each observer at each frame. */
const observer = new IntersectionObserver(
  (entries) => {
    // After a long task there are several for a block: the last one holds.
    const isNearByBlock = new Map(entries.map(({ target, isIntersecting }) => [target, isIntersecting]));
    isNearByBlock.forEach((isNear, block) => nears.get(block)?.(isNear));
  },
  { rootMargin: MARGIN },
);

export type ItemBlocks = {
  readonly show: (isShopping: boolean) => void;
  readonly close: () => void;
};

type Block = Part & { readonly show: () => void };

type Mode = { readonly isShopping: boolean; readonly isLong: boolean };

/** @param body where the blocks stand, and nothing else */
export function createItemBlocks(body: Element, source: RowSource, groupId: string): ItemBlocks {
  const { view, subscribe } = source.store;
  const isLong = (): boolean => view.heading().total > WHOLE_UP_TO;
  let mode: Mode = { isShopping: false, isLong: isLong() };
  let blocks: ReadonlyMap<string, Block> = new Map();
  const heed = (): void => {
    // Not at every tick.
    if (mode.isLong !== isLong()) change({ ...mode, isLong: !mode.isLong });
  };
  const refresh = (): void => {
    // Before blocks are made: of a large import, those far from the screen are to have no rows at all.
    heed();
    const keys = view.blocks(groupId).map(({ key }) => key);
    // A new one is shown as soon as its own key is notified, after this one.
    blocks = renewParts(blocks, keys, (key) => createBlock(key, source, () => mode));
    arrange(body, blocks);
  };
  const change = (next: Mode): void => {
    mode = next;
    blocks.forEach((block) => block.show());
  };
  const stops = [subscribe(`blocks:${groupId}`, refresh), subscribe('heading', heed)];
  // Those of a list that was open here before.
  body.replaceChildren();
  refresh();
  return {
    show: (isShopping) => change({ ...mode, isShopping }),
    close() {
      stops.forEach((stop) => stop());
      blocks.forEach((block) => block.close());
    },
  };
}

function createBlock(key: string, source: RowSource, mode: () => Mode): Block {
  const element = document.createElement('ul');
  element.className = styles['block'] ?? '';
  const rows = createItemRows(element, source);
  let isClose = early-- > 0;
  const show = (): void => {
    const { isLong, isShopping } = mode();
    if (isLong) observer.observe(element);
    // Should the list grow long, what is there stays until the browser has said what is near.
    else isClose = true;
    const ids = source.store.view.block(key);
    const space = `calc(${ids.length} * var(--row))`;
    // A row that has the focus stays, however far one scrolls: without it the keyboard would start again at the top.
    const isFar = isLong && !isClose && !element.contains(document.activeElement);
    element.toggleAttribute('data-far', isFar);
    element.style.blockSize = isFar ? space : '';
    // The browser keeps the last height: that of shop mode must not be the one to come back to.
    element.style.containIntrinsicBlockSize = isShopping ? '' : `auto ${space}`;
    rows.show(isFar ? [] : ids, isShopping);
  };
  nears.set(element, (isNear) => {
    isClose = isNear;
    if (mode().isLong) show();
  });
  // By then the focus is where it goes.
  element.addEventListener('focusout', () => setTimeout(() => nears.has(element) && show()));
  const stop = source.store.subscribe(`block:${key}`, show);
  return {
    element,
    show,
    close() {
      observer.unobserve(element);
      nears.delete(element);
      stop();
      rows.close();
    },
  };
}
