/** One item: the whole row ticks it; Delete stands apart; editing is a long press, a right click, F2 or the pencil. */
import { memo } from 'react';
import type { KeyboardEvent } from 'react';
import { list, toast } from '#web/messages/en/list.ts';
import { useApp } from '#web/app-context.ts';
import { useIsRecent, useItem, useShopper } from '#web/shopper/shopper-context.ts';
import { useAct } from '#web/shopper/use-act.ts';
import { Icon } from '#web/ui/icon.tsx';
import { focusNeighbour, passFocusOn } from './row-focus.ts';
import styles from './item-row.module.css';
import { useLongPress } from './use-long-press.ts';
import { icons } from '#web/ui/icons.ts';

type ItemRowProps = {
  readonly itemId: string;
  readonly isShopping: boolean;
  readonly onEdit: (itemId: string) => void;
};

/** In shop mode a checked row stays until the list is at rest: nothing moves under the thumb (product L6). */
export const ItemRow = memo(function ItemRow({ itemId, isShopping, onEdit }: ItemRowProps) {
  const item = useItem(itemId);
  const isRecent = useIsRecent(itemId);
  const { store } = useShopper();
  const { handset, preferences } = useApp();
  const doChange = useAct();
  const longPress = useLongPress(() => onEdit(itemId));
  if (item === undefined || (isShopping && item.checked && !isRecent)) return null;
  const tick = (): void => {
    store.act({ type: 'check-item', id: itemId, checked: !item.checked });
    if (preferences.read().vibrates) handset.vibrate();
  };
  const remove = (row: Element | null): void => {
    passFocusOn(row);
    doChange({ type: 'delete-item', id: itemId }, toast.deleted(item.name));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'F2') onEdit(itemId);
    else if (event.key === 'Delete') remove(event.currentTarget.closest('li'));
    else if (!focusNeighbour(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <li className={styles['row']} data-checked={item.checked} {...longPress}>
      <label className={styles['tick']}>
        <input
          className={styles['input']}
          type="checkbox"
          data-item=""
          checked={item.checked}
          aria-keyshortcuts="F2 Delete"
          onChange={tick}
          onKeyDown={onKeyDown}
        />
        <span className={styles['box']} aria-hidden="true">
          <span className={styles['check']}>
            <Icon path={icons.check} />
          </span>
        </span>
        <span className={styles['words']} dir="auto" title={item.name}>
          {item.name}
        </span>
      </label>
      <button
        className={`${styles['action']} ${styles['edit']}`}
        type="button"
        tabIndex={-1}
        aria-label={list.editItem(item.name)}
        onClick={() => onEdit(itemId)}
      >
        <Icon path={icons.edit} />
      </button>
      <button
        className={styles['action']}
        type="button"
        aria-label={list.deleteItem(item.name)}
        onClick={(event) => remove(event.currentTarget.closest('li'))}
      >
        <Icon path={icons.remove} />
      </button>
    </li>
  );
});
