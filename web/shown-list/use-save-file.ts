/** Saves the list, the categories and the saved lists as a file (product D2). */
import { listToFile } from '#core/copy/list-file.ts';
import type { DeviceFeatures } from '#client/ports/device-features.ts';
import type { Store } from '#client/store/store.ts';
import { useApp } from './app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { localDay } from './local-day.ts';
import { useShownList } from './shown-list.ts';

export function useSaveFile(): () => void {
  const { store } = useShownList();
  const { deviceFeatures } = useApp();
  return () => saveFile(store, deviceFeatures);
}

function saveFile(store: Store, deviceFeatures: DeviceFeatures): void {
  const now = store.now();
  deviceFeatures.saveFile(messages.notice.fileName(localDay(now)), listToFile(store.list, now));
}
