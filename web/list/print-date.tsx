/** The date on the printed list. Loads after the list. */
import { locale } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useIsPrinting } from './categories/use-is-printing.ts';
import styles from './print-date.module.css';

/** Today's date at the top of the printed list. */
export function PrintDate() {
  const { store } = useShownList();
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const today = store.now();
  return (
    <time className={styles.date} dateTime={today}>
      {new Intl.DateTimeFormat(locale(), { dateStyle: 'full' }).format(new Date(today))}
    </time>
  );
}
