/** One category: its header, which collapses it, and its items. */
import { useId } from 'react';
import type { CSSProperties } from 'react';
import type { ShownCategory } from '#core/view/groups.ts';
import { list } from '#web/messages/en/list.ts';
import { useGroup, useIsAtRest, useIsCollapsed, useShopper } from '#web/shopper/shopper-context.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { markColor } from '#web/shopper/mark-color.ts';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import styles from './category-section.module.css';
import { CategoryBody } from './category-body.tsx';
import { useRowWindow } from '#web/list/rows/near-screen.ts';
import { icons } from '#web/ui/icons/icons.ts';

type CategorySectionProps = {
  readonly groupId: string;
  readonly isShopping: boolean;
  /** Null outside select mode. */
  readonly isSelected: boolean | null;
  readonly onToggleSelected: () => void;
  readonly onMore: OpenItemMenu;
  readonly onEditCategory: (categoryId: string) => void;
};

/** A complete category has a green mark and tint (spec section 2). In shop mode it is hidden when the list is at rest. */
export function CategorySection(props: CategorySectionProps) {
  const { groupId, isShopping, isSelected, onToggleSelected, onMore, onEditCategory } = props;
  const group = useGroup(groupId);
  const isCollapsed = useIsCollapsed(groupId);
  const isAtRest = useIsAtRest(groupId);
  const { isPrinting } = useRowWindow();
  const bodyId = useId();
  if (group === undefined) return null;
  const isComplete = group.total > 0 && group.checked === group.total;
  if (isShopping && isOutOfTheWay(group, isAtRest)) return null;
  const isOpen = !isCollapsed || isPrinting;
  return (
    <section className={styles.section} data-complete={isComplete} data-open={isOpen}>
      <div className={styles.header} data-category-header="">
        {isSelected === null ? null : (
          <label className={styles.select}>
            <input type="checkbox" checked={isSelected} onChange={onToggleSelected} />
            <span className="visually-hidden">{list.selectCategory(nameOf(group))}</span>
          </label>
        )}
        <CategoryButton group={group} isComplete={isComplete} isOpen={isOpen} bodyId={bodyId} />
        {/* Not a tab stop, because Tab stops once for each category. F2 on the heading does the same. */}
        <button
          className={styles.more}
          type="button"
          tabIndex={-1}
          aria-label={list.editCategory(nameOf(group))}
          title={list.editCategory(nameOf(group))}
          data-edit-category=""
          onClick={() => onEditCategory(groupId)}
        >
          <Icon path={icons.more} />
        </button>
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? <CategoryBody groupId={groupId} total={group.total} isShopping={isShopping} onMore={onMore} /> : null}
      </div>
    </section>
  );
}

type CategoryButtonProps = {
  readonly group: ShownCategory;
  readonly isComplete: boolean;
  readonly isOpen: boolean;
  readonly bodyId: string;
};

function CategoryButton({ group, isComplete, isOpen, bodyId }: CategoryButtonProps) {
  const { collapse } = useShopper();
  const mark: CSSProperties & Record<'--mark', string> = { '--mark': markColor(group) };
  return (
    <h2 className={styles.heading}>
      <button
        className={styles.button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        aria-keyshortcuts="F2"
        onClick={() => collapse.toggle(group.id)}
      >
        <span className={styles.mark} style={mark} aria-hidden="true" />
        <span className={styles.name} dir="auto">
          {nameOf(group)}
        </span>
        <span className={styles.count}>{list.categoryCount(group.checked, group.total)}</span>
        {isComplete ? <span className="visually-hidden"> {list.complete}</span> : null}
        <Icon path={icons.chevron} />
      </button>
    </h2>
  );
}

/** Whether shop mode hides the category, because nothing is left to get. */
const isOutOfTheWay = ({ checked, total }: ShownCategory, isAtRest: boolean): boolean => isAtRest && checked === total;

const nameOf = (group: ShownCategory): string => group.name || list.unnamedCategory;
