/** All categories: one column, or two or three side by side on a wide screen. */
import { startTransition, useEffect, useMemo, useState, type ReactNode, useSyncExternalStore } from 'react';
import { useShownCategoryIds, useHasMoreThan, useShownList } from '#web/shown-list/shown-list.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import styles from './category-list.module.css';
import { CategorySection } from './category-section.tsx';
import { createNearScreen, RowWindowContext, type RowWindow, useIsPrinting } from '#web/list/rows/row-window.ts';

/** Up to this number of items, every row is in the page, so that the browser's find reaches all of them. */
export const WHOLE_UP_TO = 300;

type CategoryListProps = {
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
  readonly onEditCategory: (categoryId: string) => void;
  /** Above the categories: what a list without items shows. */
  readonly empty: ReactNode;
  /** Below the categories: the items for other stores. */
  readonly end: ReactNode;
};

export function CategoryList(props: CategoryListProps) {
  const { isShopping, onMore, onEditCategory, empty, end } = props;
  const categoryIds = useShownCategoryIds();
  const rowWindow = useOwnRowWindow();
  const columns = useCategoryColumns(categoryIds);
  return (
    <RowWindowContext value={rowWindow}>
      {empty}
      {categoryIds.length === 0 ? null : (
        <div className={styles.columns}>
          {columns.map((ids, column) => (
            <div className={styles.column} key={column}>
              {ids.map((id) => (
                <CategorySection
                  key={id}
                  categoryId={id}
                  isShopping={isShopping}
                  onMore={onMore}
                  onEditCategory={onEditCategory}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {end}
    </RowWindowContext>
  );
}

function useOwnRowWindow(): RowWindow {
  const isWindowed = useHasMoreThan(WHOLE_UP_TO);
  const hasStarted = useHasStarted();
  const isPrinting = useIsPrinting();
  const [nearScreen] = useState(createNearScreen);
  const mode = isWindowed ? 'windowed' : hasStarted ? 'whole' : 'starting';
  return useMemo(() => ({ mode, isPrinting, nearScreen }), [mode, isPrinting, nearScreen]);
}

/** Whether the browser has drawn the first frame of the list. Rows outside the screen are rendered after it. */
function useHasStarted(): boolean {
  const [hasStarted, setStarted] = useState(false);
  useEffect(() => afterFrame(() => startTransition(() => setStarted(true))), []);
  return hasStarted;
}

/** Media queries for two and three columns; category-list.module.css has the same widths. */
const COLUMN_QUERIES = ['(min-width: 68.75em)', '(min-width: 100em)'];

/** The height of a category's header and the space below the category, in rows. */
const ROWS_PER_HEADER = 1.3;

/**
 * The categories of each column, in order. They are distributed again only when a category is added or removed or the
 * number of columns changes. A tick or an added item never moves a category to another column.
 */
function useCategoryColumns(categoryIds: readonly string[]): readonly (readonly string[])[] {
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
