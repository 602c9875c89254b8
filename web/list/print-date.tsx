/** The chosen store and the date on the printed list. Loads after the list. */
import { locale } from '#web/messages/messages.ts';
import { useChosenStore, useShownList } from '#web/shown-list/shown-list.ts';
import { useIsPrinting } from './rows/row-window.ts';
import styles from './print-date.module.css';

/** At the top of the printed list, under its title. */
export function PrintDate() {
  const { store } = useShownList();
  const chosen = useChosenStore();
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const today = store.now();
  return (
    <p className={styles.line}>
      {chosen === null ? null : <bdi className={styles.store}>{chosen.name}</bdi>}
      <time dateTime={today}>{new Intl.DateTimeFormat(locale(), { dateStyle: 'full' }).format(new Date(today))}</time>
    </p>
  );
}
