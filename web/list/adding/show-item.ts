/** Scrolls an item's row into view, and highlights it briefly. */
import { liveRow } from '#core/list/list.ts';
import type { Store } from '#client/store/store.ts';

const MARK_MS = 1500;
/** An expanding category and a block near the screen render their rows some frames later. */
const MOST_FRAMES = 30;

/**
 * Scrolls to the row of an item as soon as it is rendered. In a long list this takes two steps, because the rows of a
 * distant block are rendered only when the block is near the screen. The item's category must be expanded.
 */
export function showItem(store: Store, itemId: string, frames = MOST_FRAMES): void {
  const row = document.querySelector(`[data-item-id="${CSS.escape(itemId)}"]`);
  if (row) {
    scrollTo(row);
    markRow(row);
  } else if (frames > 0) {
    blockOf(store, itemId)?.scrollIntoView({ block: 'center', behavior: 'instant' });
    requestAnimationFrame(() => showItem(store, itemId, frames - 1));
  }
}

/** Scrolls the row of an added item out from under the add bar, once the row and the bar's strip are rendered. */
export function revealItem(itemId: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-item-id="${CSS.escape(itemId)}"]`)?.getBoundingClientRect();
    const bar = document.querySelector('[data-adder-overlay]')?.getBoundingClientRect();
    if (!row || !bar || row.top > window.innerHeight || row.bottom <= bar.top) return;
    // On a wide screen the bar is above the list.
    if (row.top > bar.top - row.height) window.scrollBy({ top: row.bottom - bar.top, behavior: scrollBehavior() });
  });
}

function blockOf({ list, view }: Store, itemId: string): Element | null {
  const blocks = view.blocks(liveRow(list.items, itemId)?.category ?? '');
  const key = blocks.find(({ itemIds }) => itemIds.includes(itemId))?.key;
  return key === undefined ? null : document.querySelector(`[data-block-key="${CSS.escape(key)}"]`);
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const scrollBehavior = (): ScrollBehavior => (isStill() ? 'instant' : 'smooth');

const scrollTo = (row: Element): void => row.scrollIntoView({ block: 'center', behavior: scrollBehavior() });

/** Animates only the color: nothing moves, and no state remains. */
function markRow(row: Element): void {
  const marked = 'var(--accent-tint)';
  const backgroundColor = isStill() ? [marked, marked] : [marked, marked, 'transparent'];
  row.animate({ backgroundColor }, { duration: MARK_MS, id: 'shown' });
}
