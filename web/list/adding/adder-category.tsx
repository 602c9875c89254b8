/** The category select of the add bar: an icon on a phone, the whole name on a wide screen. */
import type { KeyboardEvent, RefObject } from 'react';
import type { Category } from '#core/list/row.ts';
import * as messages from '#web/messages/en/list-actions.ts';
import { useCategories } from '#web/shopper/shopper-context.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import styles from './adder.module.css';
import { CategorySwatch } from './category-swatch.tsx';

/** The value of the last option, which opens the dialog for a new category. */
const NEW_CATEGORY = '+new';

type AdderCategoryProps = {
  readonly category: Category | null;
  readonly selectRef: RefObject<HTMLSelectElement | null>;
  readonly onChoose: (id: string) => void;
  readonly onAddCategory: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** A native select. On a phone the category's swatch covers its text, and the strip above the bar shows the whole name. */
export function AdderCategory({ category, selectRef, onChoose, onAddCategory, onKeyDown }: AdderCategoryProps) {
  const known = useCategories();
  // A category that is created together with its first item is not in the list yet.
  const isNew = category !== null && !known.some(({ id }) => id === category.id);
  const categories = isNew ? [category, ...known] : known;
  return (
    <div className={styles.category}>
      <select
        className={styles.select}
        ref={selectRef}
        aria-label={messages.adder.category}
        value={category?.id ?? ''}
        onChange={({ currentTarget: { value } }) => (value === NEW_CATEGORY ? onAddCategory() : onChoose(value))}
        onKeyDown={onKeyDown}
      >
        <option value="">{messages.adder.selectCategory}</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NEW_CATEGORY}>{messages.adder.newCategory}</option>
      </select>
      <span className={styles.face} data-live={category !== null || undefined}>
        {category === null ? <Icon path={toolIcons.category} /> : <CategorySwatch category={category} />}
      </span>
      <span className={styles.chevron}>
        <Icon path={icons.chevron} />
      </span>
    </div>
  );
}
