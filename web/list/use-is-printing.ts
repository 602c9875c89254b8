/** Whether the page is on its way to paper: there, folded categories are open. */
import { useSyncExternalStore } from 'react';

const paper = window.matchMedia('print');
let isPrinting = false;

/** Some browsers only send the events, some only match the media query. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || paper.matches);
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController();
  const set = (next: boolean) => (): void => {
    isPrinting = next;
    listener();
  };
  window.addEventListener('beforeprint', set(true), { signal: controller.signal });
  window.addEventListener('afterprint', set(false), { signal: controller.signal });
  paper.addEventListener('change', listener, { signal: controller.signal });
  return () => controller.abort();
}
