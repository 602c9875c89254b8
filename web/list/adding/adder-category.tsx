/** The category select of the add bar: an icon on a phone, the whole name on a wide screen. */
import { messages } from '#web/messages/messages.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './adder.module.css';
import { CategorySelect } from './category-select.tsx';
import { CategorySwatch } from '#web/shown-list/category-swatch.tsx';
import type { AdderState } from './use-adder.ts';

type AdderCategoryProps = {
  readonly adder: AdderState;
  readonly onAddCategory: () => void;
  /** Returns the focus to the field. */
  readonly onDone: () => void;
};

/** On a phone the category's swatch covers its text, and the strip above the bar shows the whole name. */
export function AdderCategory({ adder, onAddCategory, onDone }: AdderCategoryProps) {
  const { category, hasText, choose, submit } = adder;
  return (
    <div className={styles.category}>
      <CategorySelect
        className={styles.select}
        label={messages.adder.category}
        category={category}
        placeholder={messages.adder.selectCategory}
        onChoose={choose}
        onPicked={onDone}
        onAddCategory={onAddCategory}
        onKeyDown={(event) => {
          // An open picker handles its keys. In a closed select the arrow keys already choose, so Enter has to add.
          if (event.key === 'Escape') onDone();
          else if (event.key === 'Enter' && hasText) {
            event.preventDefault();
            submit();
            onDone();
          }
        }}
      />
      <span className={styles.face} {...mark('live', category === null ? undefined : 'true')}>
        {category === null ? <Icon path={toolIcons.category} /> : <CategorySwatch category={category} />}
      </span>
      <span className={styles.chevron}>
        <Icon path={icons.chevron} />
      </span>
    </div>
  );
}
