/** The controls above the list: the choice of a store, Select mode, and what happens to the checked items after a trip. */
import { addCounts } from '#core/view/item-places.ts';
import { NOTHING_SELECTED, type Selection } from '#core/view/selection.ts';
import { messages } from '#web/messages/messages.ts';
import {
  useCategories,
  useHasChecked,
  useShownCategoryIds,
  useShownList,
  useChosenStore,
  useStores,
} from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import styles from './list-controls.module.css';
import { SelectControls } from './select-controls.tsx';
import { useEffect, useState } from 'react';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { ActionMenu, useMenu } from '#web/ui/menu/action-menu.tsx';
import { MenuChoice, MenuItem } from '#web/ui/menu/menu-entries.tsx';

type ListControlsProps = {
  /** Null outside Select mode. */
  readonly selected: Selection | null;
  readonly onSelect: (selected: Selection | null) => void;
  readonly isShopping: boolean;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
  /** Opens the dialog with the stores. */
  readonly onStores: () => void;
};

/**
 * Select mode selects categories and items (product L11, L16). Select and Clear checked are there only if there is something to select or
 * clear, and the choice of a store only if the list has stores, in Shop mode as well (product O2).
 */
export function ListControls({ selected, isShopping, onSelect, onConfirm, onStores }: ListControlsProps) {
  const { view } = useShownList().store;
  const hasChecked = useHasChecked();
  const categoryIds = useShownCategoryIds();
  // Delete All also removes categories out of view (product L11).
  const hasCategories = useCategories().length > 0 || categoryIds.length > 0;
  const doChange = useApplyChange();
  const countChecked = (): number => addCounts(view.heading(), view.otherStores()).checked;
  const choice = <StoreChoice onEdit={onStores} />;
  if (isShopping) return choice;
  return (
    <>
      {choice}
      <div className={styles.controls}>
        {selected !== null ? (
          <SelectControls selected={selected} categoryIds={categoryIds} onSelect={onSelect} onConfirm={onConfirm} />
        ) : hasCategories ? (
          <Button look="quiet" onPress={() => onSelect(NOTHING_SELECTED)}>
            {messages.controls.select}
          </Button>
        ) : null}
        <span className={styles.gap} />
        {hasChecked && selected === null ? (
          <Button
            look="quiet"
            onPress={() => doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(countChecked()))}
          >
            {messages.controls.uncheckAll}
          </Button>
        ) : null}
        {hasChecked ? (
          <Button
            look="quiet"
            onPress={() => doChange({ type: 'clear-checked' }, messages.listToasts.cleared(countChecked()))}
          >
            {messages.controls.clearChecked}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** @param onEdit opens the dialog with the stores */
function StoreChoice({ onEdit }: { readonly onEdit: () => void }) {
  const stores = useStores();
  const chosen = useChosenStore();
  const menu = useMenu();
  const { choose, spoken } = useChoose();
  if (stores.length === 0) return null;
  const name = chosen?.name ?? messages.stores.all;
  return (
    <>
      <button
        className={styles.choice}
        type="button"
        aria-haspopup="menu"
        aria-label={messages.stores.choice(name)}
        onClick={menu.open}
      >
        <Icon path={icons.store} />
        <bdi className={styles.store}>{name}</bdi>
        <Icon path={icons.chevron} />
      </button>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      {menu.opened === null ? null : (
        <ActionMenu
          key={menu.opened.opening}
          label={messages.stores.choose}
          opener={menu.opened.opener}
          onClose={menu.close}
        >
          {(closeAnd) => (
            <>
              <MenuChoice isChosen={chosen === null} onPress={closeAnd(() => choose(null))}>
                {messages.stores.all}
              </MenuChoice>
              {stores.map((store) => (
                <MenuChoice
                  key={store.id}
                  isChosen={store.id === chosen?.id}
                  onPress={closeAnd(() => choose(store.id))}
                >
                  {store.name}
                </MenuChoice>
              ))}
              <MenuItem icon={toolIcons.edit} onPress={closeAnd(onEdit)}>
                {messages.stores.edit}
              </MenuItem>
            </>
          )}
        </ActionMenu>
      )}
    </>
  );
}

/** How long the announcement remains. Later, the list may have changed, and screen readers would find outdated text. */
const ANNOUNCED_MS = 4000;

/** Chooses a store, and announces what is shown. */
function useChoose(): { readonly choose: (id: StoreId | null) => void; readonly spoken: string } {
  const { store, collapse } = useShownList();
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (spoken === '') return undefined;
    const timer = setTimeout(() => setSpoken(''), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [spoken]);
  const choose = (id: StoreId | null): void => {
    collapse.chooseStore(id);
    const name = store.view.stores().find((known) => known.id === id)?.name;
    const { total } = store.view.otherStores();
    setSpoken(name === undefined ? messages.stores.allShown : messages.stores.shown(name, total));
  };
  return { choose, spoken };
}
