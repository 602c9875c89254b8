/** Hands the shopper everything that is here as a file (product D2). */
import { useApp } from '#web/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useShopper } from './shopper-context.ts';

export function useSaveFile(): () => void {
  const { store } = useShopper();
  const { handset } = useApp();
  const save = async (): Promise<void> => {
    const { listToFile } = await import('#core/copy/list-file.ts');
    const now = store.now();
    handset.saveFile(messages.account.fileName(now.slice(0, 10)), listToFile(store.list, now));
  };
  return () => void save();
}
