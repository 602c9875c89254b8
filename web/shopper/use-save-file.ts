/** Hands the shopper everything that is here as a file (product D2). */
import { listToFile } from '#core/copy/list-file.ts';
import type { Handset } from '#client/ports/handset.ts';
import type { Store } from '#client/store/store.ts';
import { useApp } from '#web/app-context.ts';
import { notice } from '#web/messages/en/notices.ts';
import { useShopper } from './shopper-context.ts';

export function useSaveFile(): () => void {
  const { store } = useShopper();
  const { handset } = useApp();
  return () => saveFile(store, handset);
}

function saveFile(store: Store, handset: Handset): void {
  const now = store.now();
  handset.saveFile(notice.fileName(now.slice(0, 10)), listToFile(store.list, now));
}
