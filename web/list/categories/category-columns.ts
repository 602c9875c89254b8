/** How the categories of a wide screen are shared among columns. */
import { useMemo, useSyncExternalStore } from 'react';
import { useShopper } from '#web/shopper/shopper-context.ts';

/** From these widths on the list has two and three columns; category-list.module.css has the same. */
const COLUMN_QUERIES = ['(min-width: 68.75em)', '(min-width: 100em)'];

/** A category's header is about as high as a row, and the space below it a third of one. */
const ROWS_PER_HEADER = 1.3;

/**
 * The categories by column, in order. They are shared out anew only when a category comes or goes or the number of columns
 * changes. A tick, or an added item, never moves a category to another column.
 */
export function useCategoryColumns(groupIds: readonly string[]): readonly (readonly string[])[] {
  const { view } = useShopper().store;
  const count = useSyncExternalStore(subscribeToWidth, readColumnCount);
  return useMemo(() => {
    const heights = groupIds.map((id) => ROWS_PER_HEADER + (view.group(id)?.total ?? 0));
    return shareAmongColumns(groupIds, heights, count);
  }, [groupIds, view, count]);
}

/** Cuts a sequence into columns, each ending as close to its share of the height as the order allows. */
export function shareAmongColumns<T>(
  parts: readonly T[],
  heights: readonly number[],
  count: number,
): readonly (readonly T[])[] {
  const columns = Array.from({ length: count }, (): T[] => []);
  const columnHeight = heights.reduce((sum, height) => sum + height, 0) / count;
  let above = 0;
  parts.forEach((part, at) => {
    const height = heights[at] ?? 0;
    const column = Math.min(count - 1, Math.floor((above + height / 2) / columnHeight));
    columns[column]?.push(part);
    above += height;
  });
  return columns;
}

function readColumnCount(): number {
  return 1 + COLUMN_QUERIES.filter((query) => window.matchMedia(query).matches).length;
}

function subscribeToWidth(listener: () => void): () => void {
  const controller = new AbortController();
  for (const query of COLUMN_QUERIES) window.matchMedia(query).addEventListener('change', listener, controller);
  return () => controller.abort();
}
