/** The menu of one item: edit it, move it to another category, delete it, or change its amount. All rows share it. */
import { useEffect, useState } from 'react';
import type { Item } from '#core/list/row.ts';
import { list } from '#web/messages/en/list.ts';
import { itemMenu } from '#web/messages/en/list-actions.ts';
import { describeSummary } from '#web/messages/en/history.ts';
import { useCategories, useItem } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { ActionMenu, MenuTitle } from '#web/ui/menu/action-menu.tsx';
import type { CloseAnd } from '#web/ui/menu/action-menu.tsx';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { AmountEntries } from './amount-entries.tsx';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';
import { useDeleteItem } from './use-delete-item.ts';

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
  const isAmount = opener.dataset['action'] === 'amount';
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
        if (page === 'amount') return <AmountEntries item={item} onEdit={edit} />;
        if (page === 'categories') return <Categories item={item} closeAnd={closeAnd} />;
        return (
          <>
            <MenuItem icon={toolIcons.edit} onPress={edit}>
              {itemMenu.edit}
            </MenuItem>
            <MenuItem icon={toolIcons.move} onPress={() => setMoving(true)}>
              {itemMenu.move}
            </MenuItem>
            <MenuItem icon={icons.remove} onPress={closeAnd(() => deleteItem(item))}>
              {itemMenu.delete}
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
      return list.moreActions(name);
    case 'categories':
      return itemMenu.moveTo(name);
    case 'amount':
      return itemMenu.amountOf(name);
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
    const moved = describeSummary({ type: 'item-moved', name, category: toName });
    const result = doChange({ type: 'edit-item', id, name, category: to }, moved);
    if (!result.ok && focused instanceof HTMLElement) focused.focus();
  };
  return (
    <>
      <MenuTitle>{itemMenu.moveTo(name)}</MenuTitle>
      {categories
        .filter((other) => other.id !== category)
        .map((other) => (
          <MenuItem key={other.id} onPress={closeAnd(() => move(other.id, other.name))}>
            {other.name || list.unnamedCategory}
          </MenuItem>
        ))}
    </>
  );
}
