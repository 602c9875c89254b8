/** Scrolls an item's row into view, and highlights it briefly. */
import { liveRow } from '#core/list/list.ts';
import type { OpenList } from '#client/lists/open-list.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
import { marked, markedAs } from '#web/ui/marks.ts';

const MARK_MS = 1500;
/** An expanding category and a block near the screen render their rows some frames later. */
const MOST_FRAMES = 30;

/**
 * Scrolls to the row of an item as soon as it is rendered. In a long list this takes two steps, because the rows of a
 * distant block are rendered only when the block is near the screen.
 * @param onLooked called with the row; null if it is not rendered, as in the collapsed basket of Shop mode. Not called if another item
 *   is shown before the row is found
 */
export function showItem(
  { store, collapse }: Pick<OpenList, 'store' | 'collapse'>,
  itemId: string,
  onLooked: (row: Element | null) => void = () => undefined,
): void {
  const item = liveRow(store.list.items, itemId);
  const place = item === undefined ? '' : store.view.placeOf(item);
  collapse.expand(place);
  const look = (frames: number): void => {
    const row = document.querySelector(markedAs('itemId', itemId));
    if (row) {
      scrollTo(row);
      markRow(row);
      onLooked(row);
    } else if (frames > 0) {
      blockOf(store, place, itemId)?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const next = requestAnimationFrame(() => look(frames - 1));
      cancelLook = () => cancelAnimationFrame(next);
    } else {
      onLooked(null);
    }
  };
  // After the frame that shows the row of a new item, so as not to delay it. Of several items, only the last one is looked for.
  cancelLook();
  cancelLook = afterFrame(() => look(MOST_FRAMES));
}

let cancelLook = (): void => undefined;

function blockOf({ view }: OpenList['store'], place: string, itemId: string): Element | null {
  const key = view.blocks(place).find(({ itemIds }) => itemIds.includes(itemId))?.key;
  return key === undefined ? null : document.querySelector(markedAs('blockKey', key));
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A row that is in view stays where it is. A distant one is shown at once, because the eye cannot follow rows that fly past. */
function scrollTo(row: Element): void {
  const { top, bottom } = row.getBoundingClientRect();
  const view = readView(row);
  if (top >= view.top && bottom <= view.bottom) return;
  const by = (top + bottom - view.top - view.bottom) / 2;
  const isFar = Math.abs(by) > window.innerHeight;
  window.scrollBy({ top: by, behavior: isFar || isStill() ? 'instant' : 'smooth' });
}

/** The part of the screen between what sticks to its top and the add bar, which is above the list on a wide screen. */
function readView(row: Element): { readonly top: number; readonly bottom: number } {
  const { innerHeight } = window;
  const bar = document.querySelector(marked('adderOverlay'))?.getBoundingClientRect().top ?? innerHeight;
  const bottom = bar > innerHeight / 2 ? bar : innerHeight;
  return { top: Math.min(readTop(row), bottom / 2), bottom };
}

/** The bottom edge of the category's header where it sticks. */
function readTop(row: Element): number {
  const header = row.closest(marked('categoryId'))?.querySelector(marked('categoryHeader'));
  if (!header) return 0;
  // Not a number where the header does not stick.
  const stuck = Number.parseFloat(getComputedStyle(header).insetBlockStart) || 0;
  return Math.max(0, stuck) + header.getBoundingClientRect().height;
}

let highlight: Animation | null = null;

/** Animates only the color: nothing moves, and no state remains. Only the newest row is highlighted, because each one costs time in every frame. */
function markRow(row: Element): void {
  highlight?.cancel();
  const tint = 'var(--accent-tint)';
  const backgroundColor = isStill() ? [tint, tint] : [tint, tint, 'transparent'];
  highlight = row.animate({ backgroundColor }, { duration: MARK_MS, id: 'shown' });
}
