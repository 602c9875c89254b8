/** Opens a list of this device for as long as some work takes, and closes it in the right order. */
import { listKey } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import type { Tabs } from '#client/ports/tabs.ts';
import { browserClock } from '#device/clock.ts';
import { createUnloadJournal } from '#device/database/journal/unload-journal.ts';
import { createStorage } from '#device/database/storage.ts';
import type { DeviceStorage } from '#device/database/storage.ts';
import { createTabs } from '#device/tabs/tabs.ts';

/** A list's database, and the other tabs that show the list. */
export type ConnectedList = { readonly storage: DeviceStorage; readonly tabs: Tabs };

/** Connects to a list until it is closed. Close what uses the list first. */
export function connectList(ref: ListRef): ConnectedList & { readonly close: () => Promise<void> } {
  const key = listKey(ref);
  const storage = createStorage(key, createUnloadJournal(key, browserClock.randomHex));
  const tabs = createTabs(key);
  return {
    storage,
    tabs,
    async close() {
      tabs.close();
      await storage.close();
    },
  };
}

/** Works with a list, and closes it even if the work fails. */
export async function withList<T>(ref: ListRef, work: (list: ConnectedList) => Promise<T>): Promise<T> {
  const list = connectList(ref);
  try {
    return await work(list);
  } finally {
    await list.close();
  }
}
