/** The date on the printed list. Loads after the list. */
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useIsPrinting } from './categories/use-is-printing.ts';
import styles from './print-date.module.css';

/** Today's date at the top of the printed list. */
export function PrintDate() {
  const { store } = useShopper();
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const today = store.now();
  return (
    <time className={styles.date} dateTime={today}>
      {new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(new Date(today))}
    </time>
  );
}
