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
  const tell = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    listener();
  };
  window.addEventListener('beforeprint', tell, controller);
  window.addEventListener('afterprint', tell, controller);
  paper.addEventListener('change', tell, controller);
  return () => controller.abort();
}
