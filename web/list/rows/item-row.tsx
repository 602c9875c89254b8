/** One item: the whole row ticks it. Buttons at the end of the row open its menu and delete it. */
import { memo, useLayoutEffect, useRef, type MouseEvent, type RefObject, useCallback, useContext } from 'react';
import { showAmount } from '#core/amount/format-amount.ts';
import type { Item } from '#core/list/row.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import {
  useIsInBasket,
  useItem,
  useItemMark,
  useShownList,
  useStoreName,
  useStoreChange,
} from '#web/shown-list/shown-list.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { mark } from '#web/ui/marks.ts';
import styles from './item-row.module.css';
import { useUndoToast } from '#web/shown-list/use-undo-toast.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';

/** Opens the menu of an item next to the pressed button. */
export type OpenItemMenu = (itemId: string, button: HTMLButtonElement) => void;

type ItemRowProps = {
  readonly itemId: string;
  readonly isShopping: boolean;
  /** Whether the row is in Shop mode's basket, not in the list. */
  readonly isBasket?: boolean;
  readonly onMore: OpenItemMenu;
};

/** Subscribes to its own item. */
export const ItemRow = memo(function ItemRow({ itemId, isShopping, isBasket = false, onMore }: ItemRowProps) {
  const item = useItem(itemId);
  const isInBasket = useIsInBasket(itemId, isShopping);
  const tick = useTick(isBasket);
  const deleteItem = useDeleteItem();
  const box = useAnimatedTick(item?.checked === true);
  const itemMark = useItemMark(itemId);
  if (item === undefined || isInBasket !== isBasket) return null;
  const { name, checked } = item;
  const openMenu = (event: MouseEvent<HTMLButtonElement>): void => {
    // The browser's own action closes the open menu of this button.
    if (event.currentTarget.popoverTargetElement?.matches(':popover-open')) return;
    // The menu that opens now becomes the button's popover, and the same press must not close it.
    event.preventDefault();
    onMore(itemId, event.currentTarget);
  };
  const amount = showAmount(item);
  return (
    <div className={styles.row} role="listitem" {...mark('itemId', itemId)} data-checked={checked}>
      <label className={styles.tick}>
        <input
          className={styles.input}
          ref={box}
          type="checkbox"
          {...mark('action', 'tick')}
          // The category's tab stop changes this in the page. Arrow keys reach the other rows and the buttons.
          tabIndex={-1}
          aria-keyshortcuts="F2 Delete"
          // Global in ARIA 1.3, and in all browsers; the linter knows ARIA 1.2.
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
          aria-description={amount}
          checked={checked}
          onChange={() => tick(item)}
        />
        <span className={styles.words} dir="auto" title={name}>
          {name}
        </span>
        <SmallPrint item={item} />
      </label>
      {itemMark}
      {amount ? <AmountChip amount={amount} name={name} onPress={openMenu} /> : null}
      <button
        className={styles.action}
        type="button"
        {...mark('action', 'more')}
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={messages.list.moreActions(name)}
        onClick={openMenu}
      >
        <Icon path={icons.more} />
      </button>
      <button
        className={styles.action}
        type="button"
        {...mark('action', 'delete')}
        tabIndex={-1}
        aria-label={messages.list.deleteItem(name)}
        onClick={() => deleteItem(item)}
      >
        <Icon path={icons.remove} />
      </button>
    </div>
  );
});

type AmountChipProps = {
  readonly amount: string;
  readonly name: string;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
};

const AmountChip = ({ amount, name, onPress }: AmountChipProps) => (
  <button
    className={styles.amount}
    type="button"
    {...mark('action', 'amount')}
    tabIndex={-1}
    aria-haspopup="menu"
    aria-label={messages.list.amount(amount, name)}
    onClick={onPress}
  >
    <bdi>{amount}</bdi>
  </button>
);

function useTick(isBasket: boolean): (item: Item) => void {
  const { store, collapse } = useShownList();
  const { deviceFeatures, preferences } = useApp();
  return ({ id, checked }) => {
    // A tap moves no row, in the basket either.
    if (isBasket) collapse.keepInBasket(id);
    store.applyChange({ type: 'check-item', id, checked: !checked });
    if (preferences.read().vibrates) deviceFeatures.vibrate();
  };
}

/**
 * Animates a tick once when it is set, and not again when the row is moved, hidden or printed. A script starts the animation: a class for
 * a style sheet's animation would have to be removed afterwards, which costs each tick another frame.
 */
function useAnimatedTick(checked: boolean): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const wasChecked = useRef(checked);
  useLayoutEffect(() => {
    if (checked && !wasChecked.current && matchMedia('(prefers-reduced-motion: no-preference)').matches) {
      box.current?.animate(TICK_FROM, { pseudoElement: '::before', duration: TICK_MS, easing: TICK_EASING });
    }
    wasChecked.current = checked;
  }, [checked]);
  return box;
}

/** Only properties that the compositor animates, so that a tick does not cause a layout in each frame. */
const TICK_FROM = { opacity: [0, 1], transform: ['scale(0.4) rotate(-12deg)', 'none'] };
/** As `--calm` and `--ease` in web/styles/tokens.css. */
const TICK_MS = 200;
const TICK_EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

export function SmallPrint({ item: { note, store } }: { readonly item: Item }) {
  return note || store ? <Line note={note ?? ''} storeId={store ?? ''} /> : null;
}

/** Only rows with a note or a store subscribe to the stores. */
function Line({ note, storeId }: { readonly note: string; readonly storeId: string }) {
  const storeName = useStoreName(storeId);
  if (note === '' && storeName === '') return null;
  return (
    <small className={styles.note} dir="auto">
      {note}
      {note === '' || storeName === '' ? null : ' · '}
      {storeName === '' ? null : (
        <span className={styles.store}>
          <Icon path={icons.store} />
          <bdi>{storeName}</bdi>
        </span>
      )}
    </small>
  );
}

/** Moves the focus before it removes the row. A toast offers Undo. */
export function useDeleteItem(): (item: Item) => void {
  const applyChange = useStoreChange();
  const toaster = useContext(ToasterContext);
  const offerUndo = useUndoToast();
  return useCallback(
    ({ id, name }) => {
      passFocusOn(id);
      const result = applyChange({ type: 'delete-item', id });
      if (result.ok) offerUndo(result.value, { text: messages.itemToasts.deleted(name), isDeletion: true });
      else toaster.show(messages.changeFailures[result.failure.type]);
    },
    [applyChange, toaster, offerUndo],
  );
}
