/** The controls of Select mode: select all, move, check or delete what is selected, or delete all categories of the list. */
import { useEffect, useReducer, useRef } from 'react';
import { rowDiffsOf } from '#core/diff/diff.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { Category, Item } from '#core/list/row.ts';
import { OTHER_STORES } from '#core/view/item-places.ts';
import { itemIdsIn, NOTHING_SELECTED, selectedItems, type Selection } from '#core/view/selection.ts';
import { countUnseenItems } from '#core/view/unseen-items.ts';
import { CategorySwatch } from '#web/shown-list/category-swatch.tsx';
import { messages } from '#web/messages/messages.ts';
import { useCategories, useIsCollapsed, useOtherStores, useShownList, useStores } from '#web/shown-list/shown-list.ts';
import { useApplyChange, useOfferUndo } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import { ActionMenu, MenuTitle, useMenu } from '#web/ui/menu/action-menu.tsx';
import { MenuChoice, MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { useHeight } from '#web/ui/use-height.ts';
import styles from './list-controls.module.css';
import { useAskForAll } from './use-ask-for-all.ts';

type SelectControlsProps = {
  readonly selected: Selection;
  readonly categoryIds: readonly string[];
  readonly onSelect: (selected: Selection | null) => void;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
};

/** Both deletions of categories ask with the words of spec section 5. On a phone they are in a bar at the bottom, at opposite ends. */
export function SelectControls({ selected, categoryIds, onSelect, onConfirm }: SelectControlsProps) {
  const bar = useRef<HTMLDivElement>(null);
  useHeight(bar, '--bottom-bar-height');
  const { view } = useShownList().store;
  const inOpenFold = useOpenOtherStores();
  useItemChanges();
  const inSight = categoryIds.filter((id) => view.shownCategory(id)?.isElsewhere === false);
  // Another tab or Undo may have removed a category.
  const ids = inSight.filter((id) => selected.categoryIds.has(id));
  const isEmpty = inSight.length + inOpenFold.length === 0;
  const isAll = !isEmpty && ids.length === inSight.length && inOpenFold.every((id) => selected.itemIds.has(id));
  const selectAll = { categoryIds: new Set(inSight), itemIds: new Set(inOpenFold) };
  return (
    <>
      <Button look="quiet" onPress={() => onSelect(null)}>
        {messages.select.done}
      </Button>
      <Button look="quiet" disabled={isEmpty} onPress={() => onSelect(isAll ? NOTHING_SELECTED : selectAll)}>
        {isAll ? messages.select.deselectAll : messages.select.selectAll}
      </Button>
      <div className={styles.selection} ref={bar} data-deletions="">
        <DeleteAll isInView={categoryIds.length > 0} onSelect={onSelect} onConfirm={onConfirm} />
        <ItemActions selected={selected} onSelect={onSelect} />
        <DeleteSelected selected={selected} categoryIds={ids} onSelect={onSelect} onConfirm={onConfirm} />
      </div>
    </>
  );
}

/**
 * Renders again with each change of items. The buttons count and name what is selected, which others may check or delete, and the list's
 * totals can be the same afterwards.
 */
function useItemChanges(): void {
  const { store } = useShownList();
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.onDiff((diff) => rowDiffsOf(diff, 'items').length > 0 && render()), [store]);
}

/** The items under Other stores while they are in sight: Select All leaves out what is folded away (product O3), and categories without a heading. */
function useOpenOtherStores(): readonly string[] {
  const { store } = useShownList();
  const { total } = useOtherStores();
  return useIsCollapsed(OTHER_STORES) || total === 0 ? [] : itemIdsIn(store, OTHER_STORES);
}

type DeleteAllProps = Pick<SelectControlsProps, 'onSelect' | 'onConfirm'> & { readonly isInView: boolean };

function DeleteAll({ isInView, onSelect, onConfirm }: DeleteAllProps) {
  const doChange = useApplyChange();
  const known = useCategories();
  const ask = useAskForAll(onConfirm);
  const askToDelete = (): void =>
    ask(messages.deleteCategories.deleteAll, (load) => {
      doChange({ type: 'delete-all-categories', ...load }, messages.select.categoriesDeleted(known.length));
      onSelect(null);
    });
  return (
    <Button look="quietDanger" disabled={!isInView && known.length === 0} onPress={askToDelete}>
      {messages.select.deleteAll}
    </Button>
  );
}

/** Deletes categories with their items after a question, and single items at once, with Undo in a toast (product L11, L16). */
function DeleteSelected({ selected, categoryIds, onSelect, onConfirm }: SelectControlsProps) {
  const doChange = useApplyChange();
  const { store } = useShownList();
  const singles = selectedItems({ ...selected, categoryIds: new Set() }, store);
  const itemIds = singles.filter(({ category }) => !categoryIds.includes(category)).map(({ id }) => id);
  const count = categoryIds.length + itemIds.length;
  const remove = (toast: string): void => {
    doChange({ type: 'delete-selected', categoryIds, itemIds }, toast);
    onSelect(null);
  };
  const ask = (): void => {
    const { deleteSome } = messages.deleteCategories;
    const unseen = countUnseenItems(store, categoryIds);
    const text = [
      deleteSome.text(categoryIds.length),
      unseen === 0 ? '' : deleteSome.forOtherStores(unseen),
      itemIds.length === 0 ? '' : deleteSome.besides(itemIds.length),
    ].join('');
    const onYes = (): void => remove(messages.select.categoriesDeleted(categoryIds.length));
    onConfirm({ ...deleteSome, text, isDanger: true, onYes });
  };
  return (
    <Button
      look="danger"
      disabled={count === 0}
      onPress={() => (categoryIds.length > 0 ? ask() : remove(messages.itemsDeleted(itemIds.length)))}
    >
      {messages.select.deleteSelected(count)}
    </Button>
  );
}

/** Moves, ties to a store or checks the selected items, including those of selected categories, in one step (product L16). */
function ItemActions({ selected, onSelect }: Pick<SelectControlsProps, 'selected' | 'onSelect'>) {
  const doChange = useApplyChange();
  const { store } = useShownList();
  const menu = useMenu();
  const storeMenu = useMenu();
  const stores = useStores();
  const items = selectedItems(selected, store);
  const ids = items.map(({ id }) => id);
  const checked = items.some((item) => !item.checked);
  const check = (): void => {
    const count = items.filter((item) => item.checked !== checked).length;
    doChange({ type: 'check-items', ids, checked }, messages.select.checked(count, checked));
    onSelect(null);
  };
  return (
    <div className={styles.actions} role="group" aria-label={messages.select.actions}>
      <Button look="quiet" disabled={ids.length === 0} onPress={menu.open}>
        {messages.select.move}
      </Button>
      {stores.length === 0 ? null : (
        <Button look="quiet" disabled={ids.length === 0} onPress={storeMenu.open}>
          {messages.select.store}
        </Button>
      )}
      <Button look="quiet" disabled={ids.length === 0} onPress={check}>
        {checked || ids.length === 0 ? messages.select.check : messages.select.uncheck}
      </Button>
      {menu.opened === null ? null : (
        <MoveMenu
          key={menu.opened.opening}
          items={items}
          opener={menu.opened.opener}
          onMoved={() => onSelect(null)}
          onClose={menu.close}
        />
      )}
      {storeMenu.opened === null ? null : (
        <StoreMenu
          key={storeMenu.opened.opening}
          items={items}
          opener={storeMenu.opened.opener}
          onMoved={() => onSelect(null)}
          onClose={storeMenu.close}
        />
      )}
    </div>
  );
}

type ItemsMenuProps = {
  readonly items: readonly Item[];
  readonly opener: HTMLButtonElement;
  readonly onMoved: () => void;
  readonly onClose: () => void;
};

/** The categories that not all of the items are in. */
function MoveMenu({ items, opener, onMoved, onClose }: ItemsMenuProps) {
  const categories = useCategories();
  const doChange = useApplyChange();
  const offerUndo = useOfferUndo();
  const moveTo = ({ id: category, name }: Category): void => {
    const elsewhere = items.filter((item) => item.category !== category);
    const result = doChange({ type: 'move-items', ids: elsewhere.map(({ id }) => id), category });
    if (!result.ok) return;
    const count = rowDiffsOf(result.value.diff, 'items').length;
    const toName = name || messages.list.unnamedCategory;
    offerUndo(result.value, messages.select.moved(count, toName, elsewhere.length - count));
    onMoved();
  };
  return (
    <ActionMenu label={messages.select.moveTo(items.length)} opener={opener} onClose={onClose}>
      {(closeAnd) => (
        <>
          <MenuTitle>{messages.select.moveTo(items.length)}</MenuTitle>
          {categories
            .filter(({ id }) => items.some((item) => item.category !== id))
            .map((category) => (
              <MenuItem
                key={category.id}
                icon={<CategorySwatch category={category} />}
                onPress={closeAnd(() => moveTo(category))}
              >
                {category.name || messages.list.unnamedCategory}
              </MenuItem>
            ))}
        </>
      )}
    </ActionMenu>
  );
}

/** The stores of the list, and none (product O3). */
function StoreMenu({ items, opener, onMoved, onClose }: ItemsMenuProps) {
  const stores = useStores();
  const doChange = useApplyChange();
  const label = messages.select.storeOf(items.length);
  const tie = (store: StoreId | null, name: string): void => {
    const result = doChange(
      { type: 'set-store', ids: items.map(({ id }) => id), store },
      messages.select.tied(items.length, name),
    );
    if (result.ok) onMoved();
  };
  return (
    <ActionMenu label={label} opener={opener} onClose={onClose}>
      {(closeAnd) => (
        <>
          <MenuTitle>{label}</MenuTitle>
          {[...stores, { id: null, name: '' }].map(({ id, name }) => (
            <MenuChoice
              key={id}
              isChosen={items.every(({ store = null }) => store === id)}
              onPress={closeAnd(() => tie(id, name))}
            >
              {name || messages.edit.noStore}
            </MenuChoice>
          ))}
        </>
      )}
    </ActionMenu>
  );
}
