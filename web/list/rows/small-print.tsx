/** The line below the name of an item: its note, and its store unless that is the chosen one (product Q1, O3). */
import type { Item } from '#core/list/row.ts';
import { useStoreName } from '#web/shown-list/shown-list.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import styles from './item-row.module.css';

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
