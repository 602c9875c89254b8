/** The menu of one item: edit it, move it to another category, delete it, or change its amount. All rows share it. */
import { useEffect, useState } from 'react';
import type { Item } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useCategories, useItem, useShownList } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { ActionMenu, MenuTitle, type CloseAnd } from '#web/ui/menu/action-menu.tsx';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { CategorySwatch } from '#web/shown-list/category-swatch.tsx';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';
import { useDeleteItem } from './item-row.tsx';
import { readMark } from '#web/ui/marks.ts';
import { showAmount } from '#core/amount/format-amount.ts';
import { stepAmount } from '#core/amount/add-amounts.ts';
import styles from './item-menu.module.css';

type ItemMenuProps = {
  readonly itemId: string;
  /** The button that opened it. */
  readonly opener: HTMLButtonElement;
  readonly onEdit: (itemId: string) => void;
  readonly onClose: () => void;
};

/** Closes when the item is deleted. */
export function ItemMenu({ itemId, opener, onEdit, onClose }: ItemMenuProps) {
  const item = useItem(itemId);
  const [isMoving, setMoving] = useState(false);
  const deleteItem = useDeleteItem();
  const { offersDetail } = useApp();
  const hasAmounts = offersDetail(useShownList().user.id, 'amount');
  const isAmount = readMark(opener, 'action') === 'amount';
  const isGone = item === undefined || (isAmount && !item.amount);
  useEffect(() => {
    // React does not deliver the toggle event of a menu that is removed together with its item.
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  const page = pageOf(isAmount, isMoving);
  return (
    <ActionMenu label={menuLabel(item.name, page)} opener={opener} page={page} onClose={onClose}>
      {(closeAnd) => {
        const edit = closeAnd(() => onEdit(itemId));
        if (page === 'categories') return <Categories item={item} closeAnd={closeAnd} />;
        const editEntry = (
          <MenuItem icon={toolIcons.edit} onPress={edit}>
            {messages.itemMenu.edit}
          </MenuItem>
        );
        if (page === 'amount')
          return (
            <>
              <Stepper item={item} />
              {editEntry}
            </>
          );
        return (
          <>
            {editEntry}
            {hasAmounts ? <Stepper item={item} /> : null}
            <MenuItem icon={toolIcons.move} onPress={() => setMoving(true)}>
              {messages.itemMenu.move}
            </MenuItem>
            <MenuItem icon={icons.remove} onPress={closeAnd(() => deleteItem(item))}>
              {messages.itemMenu.delete}
            </MenuItem>
          </>
        );
      }}
    </ActionMenu>
  );
}

type Page = 'actions' | 'categories' | 'amount';

const pageOf = (isAmount: boolean, isMoving: boolean): Page =>
  isAmount ? 'amount' : isMoving ? 'categories' : 'actions';

function menuLabel(name: string, page: Page): string {
  switch (page) {
    case 'actions':
      return messages.list.moreActions(name);
    case 'categories':
      return messages.itemMenu.moveTo(name);
    case 'amount':
      return messages.itemMenu.amountOf(name);
  }
}

type CategoriesProps = { readonly item: Item; readonly closeAnd: CloseAnd };

/** All categories except the item's. */
function Categories({ item: { id, name, category }, closeAnd }: CategoriesProps) {
  const categories = useCategories();
  const doChange = useApplyChange();
  const move = (to: string, toName: string): void => {
    const focused = document.activeElement;
    passFocusOn(id);
    const moved = messages.describeSummary({ type: 'item-moved', name, category: toName });
    const result = doChange({ type: 'edit-item', id, category: to }, moved);
    if (!result.ok && focused instanceof HTMLElement) focused.focus();
  };
  return (
    <>
      <MenuTitle>{messages.itemMenu.moveTo(name)}</MenuTitle>
      {categories
        .filter((other) => other.id !== category)
        .map((other) => (
          <MenuItem
            key={other.id}
            icon={<CategorySwatch category={other} />}
            onPress={closeAnd(() => move(other.id, other.name))}
          >
            {other.name || messages.list.unnamedCategory}
          </MenuItem>
        ))}
    </>
  );
}

/** Each press is stored at once and is one undo step, and the menu remains open. An item without an amount counts as one. */
function Stepper({ item }: { readonly item: Item }) {
  const doChange = useApplyChange();
  const { id } = item;
  const unit = item.unit ?? null;
  const amount = item.amount ?? 1;
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
        onClick={() => next !== null && doChange({ type: 'edit-item', id, amount: next })}
      >
        {sign}
      </button>
    );
  };
  return (
    <div className={styles.stepper}>
      {renderStep('down', '−', messages.itemMenu.less)}
      <output>
        <bdi>{textOf(amount)}</bdi>
      </output>
      {renderStep('up', '+', messages.itemMenu.more)}
    </div>
  );
}
