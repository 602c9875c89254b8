/** All categories: one column, or two side by side on a wide screen. */
import type { ReactNode } from 'react';
import { useGroupIds } from '#web/shopper/shopper-context.ts';
import styles from './category-list.module.css';
import { CategorySection } from './category-section.tsx';
import { RowPattern } from './item-row.tsx';

type CategoryListProps = {
  readonly isShopping: boolean;
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onEdit: (itemId: string) => void;
  /** What stands where there are no categories. */
  readonly empty: ReactNode;
};

/** The first half of the categories stands in the first column, so that ticking never moves one to the other. */
export function CategoryList({ isShopping, selected, onSelect, onEdit, empty }: CategoryListProps) {
  const groupIds = useGroupIds();
  if (groupIds.length === 0) return empty;
  const half = Math.ceil(groupIds.length / 2);
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <div className={styles['columns']}>
      <RowPattern />
      {[groupIds.slice(0, half), groupIds.slice(half)].map((ids, column) => (
        <div className={styles['column']} key={column}>
          {ids.map((id) => (
            <CategorySection
              key={id}
              groupId={id}
              isShopping={isShopping}
              isSelected={selected === null ? null : selected.has(id)}
              onToggleSelected={() => toggle(id)}
              onEdit={onEdit}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
