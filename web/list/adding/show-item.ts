/** Brings an item's row into view and marks it for a moment. */
import { liveRow } from '#core/list/list.ts';
import type { Store } from '#client/store/store.ts';

const MARK_MS = 1500;
/** A category that unfolds, and a block that comes near the screen, render their rows some frames later. */
const MOST_FRAMES = 30;

/**
 * Scrolls to the row of an item once it is rendered. In a long list that takes two steps: the rows of a block far from the
 * screen are rendered when the block comes near. The item's category must be unfolded.
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

function blockOf({ list, view }: Store, itemId: string): Element | null {
  const blocks = view.blocks(liveRow(list.items, itemId)?.category ?? '');
  const key = blocks.find(({ itemIds }) => itemIds.includes(itemId))?.key;
  return key === undefined ? null : document.querySelector(`[data-block-key="${CSS.escape(key)}"]`);
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const scrollTo = (row: Element): void =>
  row.scrollIntoView({ block: 'center', behavior: isStill() ? 'instant' : 'smooth' });

/** An animation of the color alone moves nothing, and needs no state that could stay behind. */
function markRow(row: Element): void {
  const marked = 'var(--accent-tint)';
  const backgroundColor = isStill() ? [marked, marked] : [marked, marked, 'transparent'];
  row.animate({ backgroundColor }, { duration: MARK_MS, id: 'shown' });
}
