/** Whether the page is being printed. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Some browsers only send the events, some only match the media query. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    // The browser captures the page right after the event, so everything must be rendered synchronously.
    const show = (isPaper: boolean): void => flushSync(() => setPrinting(isPaper));
    window.addEventListener('beforeprint', () => show(true), controller);
    window.addEventListener('afterprint', () => show(false), controller);
    window.matchMedia('print').addEventListener('change', ({ matches }) => show(matches), controller);
    return () => controller.abort();
  }, []);
  return isPrinting;
}
