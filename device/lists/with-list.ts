/** Opens a list of this device, on screen or for as long as some work takes, and closes it in the right order. */
import { listKey, type ListRef } from '#core/account/list-ref.ts';
import { type InitialList, openList } from '#client/lists/open-list.ts';
import type { Tabs } from '#client/ports/storage.ts';
import type { StoreParts } from '#client/store/store.ts';
import { browserClock } from '#device/clock.ts';
import { createStorage, createUnloadJournal, type DeviceStorage } from '#device/database/storage.ts';
import { createTabs } from '#device/tabs/tabs.ts';

/** A list's database, and the other tabs that show the list. */
export type ConnectedList = { readonly storage: DeviceStorage; readonly tabs: Tabs };

/** Connects to a list until it is closed. */
function connectList(ref: ListRef): ConnectedList & { readonly close: () => Promise<void> } {
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

type OpenParts = Omit<StoreParts, 'storage' | 'tabs'> & {
  /** How a list starts that does not exist yet; null for a real account, whose rows come from its backend. */
  readonly initial: InitialList | null;
};

/** Opens a list with its store. Close what uses the store first: closing ends the store, and then the connection. */
export async function openStore(ref: ListRef, { initial, ...parts }: OpenParts) {
  const { storage, tabs, close } = connectList(ref);
  const open = await openList({ ...parts, storage, tabs }, initial);
  return {
    ...open,
    storage,
    async close(): Promise<void> {
      open.close();
      await close();
    },
  };
}

/** Works with the store of a list, and closes both even if the work fails. */
export async function withOpenList<T>(
  ref: ListRef,
  parts: OpenParts,
  work: (open: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  const open = await openStore(ref, parts);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Works with a list on the disk, and closes it even if the work fails. */
export async function withList<T>(ref: ListRef, work: (list: ConnectedList) => Promise<T>): Promise<T> {
  const list = connectList(ref);
  try {
    return await work(list);
  } finally {
    await list.close();
  }
}
