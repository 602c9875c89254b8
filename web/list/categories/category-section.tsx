/** One category: its header, which collapses it, and its items. */
import { useContext, useId, type CSSProperties } from 'react';
import { toggleCategory } from '#core/view/selection.ts';
import type { ShownCategory } from '#core/view/shown-categories.ts';
import { messages } from '#web/messages/messages.ts';
import { useInListCount, useIsCollapsed, useShownCategory, useShownList } from '#web/shown-list/shown-list.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import type { OpenItemMenu } from '#web/list/rows/item-row.tsx';
import { mark } from '#web/ui/marks.ts';
import styles from './category-section.module.css';
import { CategoryBody, SelectionContext } from '#web/list/rows/item-blocks.tsx';
import { useRowWindow } from '#web/list/rows/row-window.ts';
import { icons } from '#web/ui/icons/icons.ts';

type CategorySectionProps = {
  readonly categoryId: string;
  readonly isShopping: boolean;
  readonly onMore: OpenItemMenu;
  readonly onEditCategory: (categoryId: string) => void;
};

/** A complete category has a green swatch and tint (spec section 2). In shop mode it leaves with its rows. */
export function CategorySection(props: CategorySectionProps) {
  const { categoryId, isShopping, onMore, onEditCategory } = props;
  const category = useShownCategory(categoryId);
  const isCollapsed = useIsCollapsed(categoryId);
  const inListCount = useInListCount(categoryId, isShopping);
  const { isPrinting } = useRowWindow();
  const bodyId = useId();
  if (category === undefined || category.isElsewhere || inListCount === 0) return null;
  const isComplete = category.total > 0 && category.checked === category.total;
  const isOpen = !isCollapsed || isPrinting;
  return (
    <section
      className={styles.section}
      {...mark('categoryId', categoryId)}
      data-complete={isComplete}
      data-open={isOpen}
    >
      <div className={styles.header} {...mark('categoryHeader', '')}>
        <SelectBox category={category} />
        <CategoryButton
          category={category}
          isShopping={isShopping}
          isComplete={isComplete}
          isOpen={isOpen}
          bodyId={bodyId}
        />
        {/* Not a tab stop, because Tab stops once for each category. F2 on the heading does the same. */}
        <button
          className={styles.more}
          type="button"
          tabIndex={-1}
          aria-label={messages.list.editCategory(nameOf(category))}
          title={messages.list.editCategory(nameOf(category))}
          {...mark('action', 'edit')}
          onClick={() => onEditCategory(categoryId)}
        >
          <Icon path={icons.more} />
        </button>
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? (
          <CategoryBody categoryId={categoryId} total={category.total} isShopping={isShopping} onMore={onMore} />
        ) : null}
      </div>
    </section>
  );
}

/** Selects the category with its items in Select mode. */
function SelectBox({ category }: { readonly category: ShownCategory }) {
  const { store } = useShownList();
  const selection = useContext(SelectionContext);
  if (selection === null) return null;
  const { selected, onSelect } = selection;
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        checked={selected.categoryIds.has(category.id)}
        onChange={() => onSelect(toggleCategory(selected, store, category.id))}
      />
      <span className="visually-hidden">{messages.list.selectCategory(nameOf(category))}</span>
    </label>
  );
}

type CategoryButtonProps = {
  readonly category: ShownCategory;
  readonly isShopping: boolean;
  readonly isComplete: boolean;
  readonly isOpen: boolean;
  readonly bodyId: string;
};

function CategoryButton({ category, isShopping, isComplete, isOpen, bodyId }: CategoryButtonProps) {
  const { collapse } = useShownList();
  const swatch: CSSProperties & Record<'--swatch', string> = { '--swatch': category.color };
  return (
    <h2 className={styles.heading}>
      <button
        className={styles.button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        aria-keyshortcuts="F2"
        onClick={() => collapse.move(() => collapse.toggle(category.id))}
      >
        <span className={styles.swatch} style={swatch} aria-hidden="true" />
        <span className={styles.name} dir="auto">
          {nameOf(category)}
        </span>
        <span className={styles.count} {...mark('count', '')}>
          {isShopping
            ? messages.list.categoryLeft(category.total - category.checked)
            : messages.list.categoryCount(category.checked, category.total)}
        </span>
        {isShopping ? <span className="visually-hidden">{messages.list.leftForScreenReaders}</span> : null}
        {isComplete ? <span className="visually-hidden"> {messages.list.complete}</span> : null}
        <Icon path={icons.chevron} />
      </button>
    </h2>
  );
}

const nameOf = (category: ShownCategory): string => category.name || messages.list.unnamedCategory;
