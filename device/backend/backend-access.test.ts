/** Logging out when the page closes before the account's data is removed, and the log of failures that the app does not show. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#core/account/user.ts';
import { lazy } from '#core/lazy.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { itemRow } from '#core/testing/contents.ts';
import { createSession } from '#client/session/session.ts';
import { createConnection } from '#device/connectivity.ts';
import { createStorage } from '#device/database/storage.ts';
import { createUserStorage, readEnded } from '#device/local-storage/local-storage.ts';
import { createPreferenceStorage } from '#device/local-storage/preferences.ts';
import { createUserLists } from '#device/user-lists.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createEndedAccounts, logToConsole } from './backend-access.ts';

const ANN: User = { id: 'ann', username: 'ann@example.org', password: '' };
const clock = createFakeClock();

beforeEach(async () => {
  stubPage();
  stubIndexedDb();
  stubLocalStorage({});
  vi.stubGlobal('navigator', { onLine: false, language: 'en' });
  createUserStorage().write(ANN);
  await change(async (storage) => storage.open({ ...EMPTY_CONTENTS, items: [itemRow('milk')] }));
});

/** Changes Ann's list in a separate tab. */
async function change(work: (storage: ReturnType<typeof createStorage>) => Promise<unknown>): Promise<void> {
  const storage = createStorage(ANN.id);
  await work(storage);
  await storage.close();
}

const items = async (): Promise<readonly string[]> => {
  const storage = createStorage(ANN.id);
  const state = await storage.open(null);
  await storage.close();
  return state.ok ? state.value.base.items.map(({ id }) => id) : [];
};

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

/** Opens Ann's list and logs out. */
async function logOut(): Promise<void> {
  const offline = () => Promise.reject(new Error('no network'));
  const userStorage = createUserStorage();
  const session = createSession({ loadAccounts: offline, loadGuestList: offline, userStorage, clock });
  const parts = { connection: createConnection(clock), preferences: createPreferenceStorage(), access: lazy(offline) };
  const { close, removeData } = await createUserLists({ session, ...parts, loadsSyncEarly: false }).open(ANN, ANN.id);
  const signOut = session.signOut();
  close();
  await removeData();
  await signOut;
}

/** Logs out, and the page is closed before anything was removed. */
async function logOutAndClose(): Promise<void> {
  const begin: unknown = Reflect.get(IDBDatabase.prototype, 'transaction');
  const refusing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function refuse(
    this: IDBDatabase,
    ...given
  ) {
    if (createUserStorage().read() === null) throw new DOMException('', 'UnknownError');
    return (begin as IDBDatabase['transaction']).apply(this, given);
  });
  await logOut();
  refusing.mockRestore();
}

describe('[Y9] logging out', () => {
  test('removes the account’s data at once, and leaves nothing to do', async () => {
    await logOut();
    expect([await databases(), readEnded()]).toEqual([[], []]);
  });

  test('is completed by the next start if the page was closed in between', async () => {
    await logOutAndClose();
    expect(await items()).toEqual(['milk']);
    expect(readEnded()).toEqual([ANN.id]);
    createEndedAccounts(clock);
    await vi.waitFor(async () => expect([await databases(), readEnded()]).toEqual([[], []]));
  });

  test('removes no unsent change, not even one that another tab has stored meanwhile', async () => {
    await change(async (storage) => {
      await storage.open(null);
      const patches = [{ table: 'items', id: 'tea', fields: { name: 'Tea' } }] as const;
      await storage.append([{ patches, history: NO_HISTORY_CHANGE }]);
    });
    await logOut();
    createEndedAccounts(clock);
    await vi.waitFor(() => expect(readEnded()).toEqual([]));
    await change(async (storage) => expect(await storage.open(null)).toMatchObject({ value: { outbox: [{}] } }));
  });

  test('removes nothing of an account that has signed in here again, however that session ends', async () => {
    await logOutAndClose();
    createUserStorage().write(ANN);
    expect(readEnded()).toEqual([]);
    createUserStorage().write(null);
    createEndedAccounts(clock);
    expect(await items()).toEqual(['milk']);
  });
});

test('[spec-8] the console gets the event and the code', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  logToConsole('sync failed', '42501');
  expect(warn.mock.calls).toEqual([['checklist: sync failed', '42501']]);
});
