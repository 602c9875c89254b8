/** For tests: a device that has used the demo and opens an account. */
import { personalList } from '#core/account/list-ref.ts';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import type { ListCopy } from '#core/change/change.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { liveRows } from '#core/list/list.ts';
import type { Contents } from '#core/list/contents.ts';
import { openList } from '#client/lists/open-list.ts';
import type { Store } from '#client/store/store.ts';
import { startSync } from '#device/start-sync.ts';
import { createStorage } from '#device/database/storage.ts';
import { readStoredSession } from '#device/backend/session/stored-session.ts';
import { createGuestList, readGuestListImport } from '#device/lists/guest-list.ts';
import { ANN, type BOB } from '#test/backend/fake-server.ts';
import { applyTo, check } from '#test/doubles/sample-list.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { NO_TABS, openStore, ORDER } from '#test/doubles/open-store.ts';
import { rest } from './open-synced-list.ts';
import { onlyLists } from '#test/doubles/only-list.ts';

const FIRST: ListCopy = {
  items: CATALOGUE_ITEMS,
  categories: CATALOGUE_CATEGORIES,
  savedLists: [],
  listName: 'My List',
};
const clock = createFakeClock();
export const guestList = createGuestList({ clock, loadFirst: () => Promise.resolve(FIRST) });

/** Opens the demo, changes its list and closes it. */
export async function useDemo(work: (store: Store) => void = () => undefined): Promise<void> {
  const storage = createStorage(DEMO_USER.id);
  const open = await openList(
    { storage, tabs: NO_TABS, clock, order: ORDER },
    { first: () => Promise.resolve(FIRST), legacy: null },
  );
  work(open.store);
  await rest();
  open.close();
}

export const addTea = (store: Store): void => {
  applyTo(store, { type: 'add-item', id: 'tea', name: 'Rooibos', category: '8' });
  applyTo(store, check('1'));
};

/** Opens an account's list after its first sync. The account has the given rows. */
export async function openSyncedList(
  user: typeof ANN | typeof BOB = ANN,
  rows: Partial<Contents> = {},
  fake = createFakeBackend(),
) {
  const storage = createStorage(user.id);
  const store = await openStore({ storage, clock: createFakeClock() }, rows);
  const sync = await startSync({
    loadLists: onlyLists,
    user,
    ref: personalList(user.id),
    store,
    storage,
    clock,
    connection: { isOnline: () => true, onChange: () => () => undefined },
    loadAccess: () =>
      Promise.resolve({
        openListBackend: () => ({ backend: fake.backend, realtime: { subscribe: () => () => undefined }, close() {} }),
        readGuestListImport: (who) => {
          const session = readStoredSession();
          const email = session?.user.id === who.id ? (session.user.email ?? null) : null;
          return readGuestListImport(clock, who.id, email);
        },
      }),
    readLegacy: () => Promise.resolve(null),
  });
  await rest();
  sync.close();
  return { store, ...fake };
}

export const names = (store: Store): readonly string[] => liveRows(store.list.items).map(({ name }) => name);
