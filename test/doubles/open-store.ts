/** For tests: opens a store on a storage or a fake disk. */
import { createNameOrder } from '#core/name/name-key.ts';
import { type Contents, EMPTY_CONTENTS } from '#core/list/contents.ts';
import type { Storage, SyncLock, Tabs } from '#client/ports/storage.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import type { FakeDisk } from './fake-disk.ts';

export const ORDER = createNameOrder('en');

/** The tabs port of a single tab. */
export const NO_TABS: Tabs = { announce() {}, onChange: () => () => {} };

/** The sync lock of a single tab. */
export const NO_LOCK: SyncLock = { run: (work) => work() };

/** Opens a store on a storage. */
export async function openStore(
  { storage, tabs = NO_TABS, clock = createFakeClock() }: { storage: Storage; tabs?: Tabs; clock?: FakeClock },
  first: Partial<Contents> = {},
): Promise<Store> {
  const opened = await storage.open({ ...EMPTY_CONTENTS, ...first });
  if (!opened.ok) throw new Error(`The list did not open: ${opened.failure.type}`);
  return createStore({ storage, tabs, clock, order: ORDER }, opened.value);
}

/** Opens a store in a tab of a fake disk. */
export const openTab = (disk: FakeDisk, first: Partial<Contents> = {}, clock = createFakeClock()): Promise<Store> =>
  openStore({ ...disk.openTab(), clock }, first);
