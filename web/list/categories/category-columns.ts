/** Distributes the categories over the columns of a wide screen. */
import { useMemo, useSyncExternalStore } from 'react';
import { useShownList } from '#web/shown-list/shown-list.ts';

/** Media queries for two and three columns; category-list.module.css has the same widths. */
const COLUMN_QUERIES = ['(min-width: 68.75em)', '(min-width: 100em)'];

/** The height of a category's header and the space below the category, in rows. */
const ROWS_PER_HEADER = 1.3;

/**
 * The categories of each column, in order. They are distributed again only when a category is added or removed or the
 * number of columns changes. A tick or an added item never moves a category to another column.
 */
export function useCategoryColumns(categoryIds: readonly string[]): readonly (readonly string[])[] {
  const { view } = useShownList().store;
  const count = useSyncExternalStore(subscribeToWidth, readColumnCount);
  return useMemo(() => {
    const heights = categoryIds.map((id) => ROWS_PER_HEADER + (view.shownCategory(id)?.total ?? 0));
    return shareAmongColumns(categoryIds, heights, count);
  }, [categoryIds, view, count]);
}

/** Splits a sequence into columns of similar height without changing the order. */
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
