/** All categories: one column, or two side by side on a wide screen. */
import { list } from '#web/messages/en/list.ts';
import { useGroupIds } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import styles from './category-list.module.css';
import { CategorySection } from './category-section.tsx';

type CategoryListProps = {
  readonly isShopping: boolean;
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onEdit: (itemId: string) => void;
  readonly onAddCategory: () => void;
};

/** The first half of the categories stands in the first column, so that ticking never moves one to the other. */
export function CategoryList({ isShopping, selected, onSelect, onEdit, onAddCategory }: CategoryListProps) {
  const groupIds = useGroupIds();
  if (groupIds.length === 0) {
    return (
      <EmptyState drawing="basket" text={list.noCategories}>
        <Button look="primary" onPress={onAddCategory}>
          {list.addCategory}
        </Button>
      </EmptyState>
    );
  }
  const half = Math.ceil(groupIds.length / 2);
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <div className={styles['columns']}>
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
