/** One item in Select mode: the whole row selects it (product L16). No word moves when Select mode begins. */
import { showAmount } from '#core/amount/format-amount.ts';
import { isItemSelected, toggleItem } from '#core/view/selection.ts';
import { messages } from '#web/messages/messages.ts';
import { useItem, useShownList } from '#web/shown-list/shown-list.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './item-row.module.css';
import { SmallPrint } from './item-row.tsx';
import type { SelectRowProps } from './item-blocks.tsx';

/** Looks like the item's row, with a round box and without buttons. */
export function SelectRow({ itemId, selected, onSelect }: SelectRowProps) {
  const { store } = useShownList();
  const item = useItem(itemId);
  if (item === undefined) return null;
  const { name, checked } = item;
  const amount = showAmount(item);
  return (
    <div className={styles.row} role="listitem" {...mark('itemId', itemId)} data-checked={checked}>
      <label className={styles.tick}>
        <input
          className={`${styles.input} ${styles.choice}`}
          type="checkbox"
          {...mark('action', 'tick')}
          // The category's tab stop changes this in the page.
          tabIndex={-1}
          aria-label={messages.list.selectCategory(name)}
          // Global in ARIA 1.3, and in all browsers; the linter knows ARIA 1.2.
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
          aria-description={[checked ? messages.adder.checked : '', amount].filter((part) => part !== '').join(', ')}
          checked={isItemSelected(selected, store, item)}
          onChange={() => onSelect(toggleItem(selected, store, item))}
        />
        <span className={styles.words} dir="auto" title={name}>
          {name}
        </span>
        <SmallPrint item={item} />
      </label>
      {amount ? (
        <span className={styles.amount}>
          <bdi>{amount}</bdi>
        </span>
      ) : null}
    </div>
  );
}
