/** One category: its header, which folds it, and its items. */
import { useId } from 'react';
import type { CSSProperties } from 'react';
import type { Group } from '#core/view/groups.ts';
import { list } from '#web/messages/en/list.ts';
import { useGroup, useIsFolded, useShopper } from '#web/shopper/shopper-context.ts';
import { Icon } from '#web/ui/icon.tsx';
import { markColor } from './mark-color.ts';
import styles from './category-section.module.css';
import { CategoryBody } from './category-body.tsx';
import { useIsPrinting } from './use-is-printing.ts';
import { icons } from '#web/ui/icons.ts';

type CategorySectionProps = {
  readonly groupId: string;
  readonly isShopping: boolean;
  /** Null outside select mode. */
  readonly isSelected: boolean | null;
  readonly onToggleSelected: () => void;
  readonly onEdit: (itemId: string) => void;
};

/** A finished category has a green mark and tint (spec section 2); in shop mode, once folded, it is out of the way. */
export function CategorySection({ groupId, isShopping, isSelected, onToggleSelected, onEdit }: CategorySectionProps) {
  const group = useGroup(groupId);
  const isFolded = useIsFolded(groupId);
  const isPrinting = useIsPrinting();
  const bodyId = useId();
  if (group === undefined) return null;
  const isComplete = group.total > 0 && group.checked === group.total;
  if (isShopping && isOutOfTheWay(group, isFolded)) return null;
  const isOpen = !isFolded || isPrinting;
  return (
    <section className={styles['section']} data-complete={isComplete} data-open={isOpen}>
      <div className={styles['header']}>
        {isSelected === null ? null : (
          <label className={styles['select']}>
            <input type="checkbox" checked={isSelected} onChange={onToggleSelected} />
            <span className="visually-hidden">{list.selectCategory(nameOf(group))}</span>
          </label>
        )}
        <CategoryButton group={group} isComplete={isComplete} isOpen={isOpen} bodyId={bodyId} />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? (
          <CategoryBody groupId={groupId} isEmpty={group.total === 0} isShopping={isShopping} onEdit={onEdit} />
        ) : null}
      </div>
    </section>
  );
}

type CategoryButtonProps = {
  readonly group: Group;
  readonly isComplete: boolean;
  readonly isOpen: boolean;
  readonly bodyId: string;
};

function CategoryButton({ group, isComplete, isOpen, bodyId }: CategoryButtonProps) {
  const { folding } = useShopper();
  const mark: CSSProperties & Record<'--mark', string> = { '--mark': markColor(group) };
  return (
    <h2 className={styles['heading']}>
      <button
        className={styles['button']}
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => folding.toggle(group.id)}
      >
        <span className={styles['mark']} style={mark} aria-hidden="true" />
        <span className={styles['name']} dir="auto">
          {nameOf(group)}
        </span>
        <span className={styles['count']}>{list.count(group.checked, group.total)}</span>
        {isComplete ? <span className="visually-hidden"> {list.complete}</span> : null}
        <Icon path={icons.chevron} />
      </button>
    </h2>
  );
}

/** In shop mode: a category with nothing to get, once it is folded. */
const isOutOfTheWay = (group: Group, isFolded: boolean): boolean =>
  group.total === 0 || (isFolded && group.checked === group.total);

const nameOf = (group: Group): string => group.name || list.unnamedCategory;
