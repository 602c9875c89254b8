/** The menu of one item: edit it, move it to another category, delete it, or change its amount. All rows share it. */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Item } from '#core/list/row.ts';
import { itemMenu, list } from '#web/messages/en/list.ts';
import { describeSummary } from '#web/messages/en/history.ts';
import { useCategories, useItem } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { AmountEntries } from './amount-entries.tsx';
import styles from './item-menu.module.css';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';
import { useDeleteItem } from './use-delete-item.ts';

/** Space between the menu and the edges of the screen, in pixels. */
const EDGE = 8;

type ItemMenuProps = {
  readonly itemId: string;
  /** The button that opened it. */
  readonly opener: HTMLButtonElement;
  readonly onEdit: (itemId: string) => void;
  readonly onClose: () => void;
};

/** A popover: the browser closes it on Escape and on a press outside, and returns the focus to the opener. */
export function ItemMenu({ itemId, opener, onEdit, onClose }: ItemMenuProps) {
  const item = useItem(itemId);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [isMoving, setMoving] = useState(false);
  const deleteItem = useDeleteItem();
  useCloseOnScroll(menu, opener);
  const isAmount = opener.dataset['action'] === 'amount';
  const isGone = item === undefined || (isAmount && !item.amount);
  useEffect(() => {
    // React does not deliver the toggle event of a menu that is removed together with its item.
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  const closeAnd = (run: () => void) => (): void => {
    menu?.hidePopover();
    run();
  };
  return (
    <div
      className={styles.menu}
      ref={setMenu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={menuLabel(item.name, { isAmount, isMoving })}
      onKeyDown={moveFocus}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      {isAmount ? (
        <Entries key="amount" menu={menu} opener={opener}>
          <AmountEntries item={item} onEdit={closeAnd(() => onEdit(itemId))} />
        </Entries>
      ) : isMoving ? (
        <Entries key="categories" menu={menu} opener={opener}>
          <Categories item={item} closeAnd={closeAnd} />
        </Entries>
      ) : (
        <Entries key="actions" menu={menu} opener={opener}>
          <MenuItem icon={toolIcons.edit} onPress={closeAnd(() => onEdit(itemId))}>
            {itemMenu.edit}
          </MenuItem>
          <MenuItem icon={toolIcons.move} onPress={() => setMoving(true)}>
            {itemMenu.move}
          </MenuItem>
          <MenuItem icon={icons.remove} onPress={closeAnd(() => deleteItem(item))}>
            {itemMenu.delete}
          </MenuItem>
        </Entries>
      )}
    </div>
  );
}

const menuLabel = (name: string, mode: { readonly isAmount: boolean; readonly isMoving: boolean }): string =>
  mode.isAmount ? itemMenu.amountOf(name) : mode.isMoving ? itemMenu.moveTo(name) : list.moreActions(name);

type CategoriesProps = {
  readonly item: Item;
  /** Returns a handler that closes the menu and then runs the action. */
  readonly closeAnd: (run: () => void) => () => void;
};

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
      <p className={styles.title} aria-hidden="true">
        {itemMenu.moveTo(name)}
      </p>
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

type EntriesProps = {
  readonly menu: HTMLElement | null;
  readonly opener: HTMLButtonElement;
  readonly children: ReactNode;
};

/** Opens the menu next to its opener and focuses the first entry. */
function Entries({ menu, opener, children }: EntriesProps) {
  useLayoutEffect(() => {
    if (menu === null) return;
    if (!menu.matches(':popover-open')) openFrom(opener, menu);
    placeBeside(menu, opener);
    entriesOf(menu)[0]?.focus();
  }, [menu, opener]);
  return children;
}

/** Opens the menu. The next press on the opener closes it. */
function openFrom(opener: HTMLButtonElement, menu: HTMLElement): void {
  // WebKit does not focus a pressed button, but the browser must return the focus to the opener.
  opener.focus({ preventScroll: true });
  menu.showPopover();
  opener.popoverTargetElement = menu;
}

/** Closes the menu when the list scrolls, because it would appear next to another row. */
function useCloseOnScroll(menu: HTMLElement | null, opener: HTMLElement): void {
  useEffect(() => {
    const { top } = opener.getBoundingClientRect();
    const close = (): void => {
      // The scroll event may belong to a scroll that ended before the press.
      if (opener.getBoundingClientRect().top !== top) menu?.hidePopover();
    };
    window.addEventListener('scroll', close);
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('scroll', close);
      window.removeEventListener('resize', close);
    };
  }, [menu, opener]);
}

/** Positions the menu below the opener, or above it if there is more room. */
function placeBeside(menu: HTMLElement, opener: HTMLElement): void {
  const { top, bottom, right } = opener.getBoundingClientRect();
  const below = window.innerHeight - bottom - EDGE;
  const above = top - EDGE;
  const isBelow = menu.scrollHeight <= below || below >= above;
  const { style } = menu;
  style.maxHeight = `${isBelow ? below : above}px`;
  style.top = isBelow ? `${bottom}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${window.innerHeight - top}px`;
  const furthest = document.documentElement.clientWidth - menu.offsetWidth - EDGE;
  style.left = `${Math.max(EDGE, Math.min(right - menu.offsetWidth, furthest))}px`;
}

/** Arrow keys, Home, End and first letters move the focus; Tab closes the menu (WAI-ARIA menu pattern). */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: menu, key } = event;
  if (key === 'Tab') menu.hidePopover();
  const entries = entriesOf(menu);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const move = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  const next = move === undefined ? findByLetter(entries, at, event) : entries.at(move % entries.length);
  if (next === undefined && key !== 'Tab') return;
  event.preventDefault();
  next?.focus();
}

/** The next entry that begins with the typed letter, ignoring case and accents. */
function findByLetter(entries: readonly HTMLElement[], at: number, event: KeyboardEvent): HTMLElement | undefined {
  const { key } = event;
  if (key.length !== 1 || key === ' ' || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find(
    ({ textContent }) => textContent.slice(0, 1).localeCompare(key, undefined, { sensitivity: 'base' }) === 0,
  );
}

const entriesOf = (menu: Element): readonly HTMLElement[] =>
  Array.from(menu.querySelectorAll<HTMLElement>('[role="menuitem"]'));
