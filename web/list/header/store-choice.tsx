/** Chooses the store to shop at: a button above the list, if the list has stores (product O2). */
import { useEffect, useState } from 'react';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { messages } from '#web/messages/messages.ts';
import { useChosenStore, useShownList, useStores } from '#web/shown-list/shown-list.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { ActionMenu, useMenu } from '#web/ui/menu/action-menu.tsx';
import { MenuChoice, MenuItem } from '#web/ui/menu/menu-entries.tsx';
import styles from './store-choice.module.css';

/** @param onEdit opens the dialog with the stores */
export function StoreChoice({ onEdit }: { readonly onEdit: () => void }) {
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
        <bdi className={styles.name}>{name}</bdi>
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
