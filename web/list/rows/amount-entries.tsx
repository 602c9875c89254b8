/** The entries of the menu that opens from an item's amount: less, more, and the edit dialog. */
import { showAmount } from '#core/amount/format-amount.ts';
import { stepAmount } from '#core/amount/step-amount.ts';
import type { Item } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import styles from './item-menu.module.css';

type AmountEntriesProps = {
  readonly item: Item;
  readonly onEdit: () => void;
};

/** A stepper. Each press is stored at once and is one undo step, and the menu remains open. */
export function AmountEntries({ item, onEdit }: AmountEntriesProps) {
  const doChange = useApplyChange();
  const { id, name, category } = item;
  const unit = item.unit ?? null;
  const amount = item.amount ?? 0;
  const textOf = (value: number): string => showAmount({ amount: value, unit });
  const renderStep = (direction: 'up' | 'down', sign: string, label: (amount: string) => string) => {
    const next = stepAmount({ amount, unit }, direction);
    return (
      <button
        className={styles.step}
        type="button"
        role="menuitem"
        tabIndex={-1}
        // A disabled button would lose the focus.
        aria-disabled={next === null}
        aria-label={label(textOf(next ?? amount))}
        onClick={() => next !== null && doChange({ type: 'edit-item', id, name, category, amount: next })}
      >
        {sign}
      </button>
    );
  };
  return (
    <>
      <div className={styles.stepper}>
        {renderStep('down', '−', messages.itemMenu.less)}
        <output>
          <bdi>{textOf(amount)}</bdi>
        </output>
        {renderStep('up', '+', messages.itemMenu.more)}
      </div>
      <MenuItem icon={toolIcons.edit} onPress={onEdit}>
        {messages.itemMenu.edit}
      </MenuItem>
    </>
  );
}
