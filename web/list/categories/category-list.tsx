/** All categories: one column, or two or three side by side on a wide screen. */
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useShownCategoryIds, useHasMoreThan } from '#web/shown-list/shown-list.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
import { useCategoryColumns } from './category-columns.ts';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import styles from './category-list.module.css';
import { CategorySection } from './category-section.tsx';
import { createNearScreen, RowWindowContext, type RowWindow } from '#web/list/rows/near-screen.ts';
import { useIsPrinting } from './use-is-printing.ts';

/** Up to this number of items, every row is in the page, so that the browser's find reaches all of them. */
const WHOLE_UP_TO = 300;

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
