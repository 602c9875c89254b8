/** Saves the list, the categories and the saved lists as a file, whose name has the day (product D2). */
import { listToFile } from '#core/copy/list-file.ts';
import type { DeviceFeatures } from '#client/ports/device-features.ts';
import type { Store } from '#client/store/store.ts';
import { useApp } from './app-context.ts';
import { messages } from '#web/messages/messages.ts';
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

const MINUTE = 60_000;

/** The device's day at a time, such as 2026-11-27, and not that of UTC. */
export function localDay(isoTime: string): string {
  const time = new Date(isoTime);
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString().slice(0, 10);
}
