/** For tests: a phone at the bundled server, whose session can be ended from a laptop. The phone has the page's globals to itself. */
import { vi } from 'vitest';
import { lazy } from '#core/lazy.ts';
import { listKey, type ListRef } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import type { Patch } from '#core/diff/diff.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { AccountLists } from '#client/lists/lists.ts';
import { createSession } from '#client/session/session.ts';
import { signIn } from '#client/session/sign-in.ts';
import { browserClock as clock } from '#device/clock.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { createStorage } from '#device/database/storage.ts';
import { openAccountLists } from '#device/lists/account-lists.ts';
import { createUserStorage, readKeys, readValue, writeValue } from '#device/local-storage/local-storage.ts';
import { readStoredSession } from '#device/backend/session/stored-session.ts';
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { ORDER } from '#test/doubles/open-store.ts';
import { valueOf } from './open-sync-tab.ts';

export const PASSWORD = 'pear7tree';

/** Loads the app in one tab of the phone, on the storage that its tabs share. */
export function openTab() {
  const access = createBackendAccess({
    clock,
    deviceId: 'phone',
    report: () => undefined,
    onSignedOut: (id, end) => session.end(id, end),
    log: () => undefined,
  });
  const session = createSession({
    loadAccounts: async () => access.accounts,
    loadGuestList: async () => NO_GUEST_LIST,
    userStorage: createUserStorage(),
    clock,
  });
  return {
    session,
    signIn: async (email: string, password = PASSWORD): Promise<User> =>
      valueOf(await signIn(session.signInAccess, { email, password })),
    signUp: async (email: string): Promise<User> => {
      const user = valueOf(await access.accounts.signUp({ email, password: PASSWORD }));
      session.signInAccess.setUser(user);
      return user;
    },
    /** Opens the user's lists until all of them are synced. None of them is on screen. */
    sync: (user: User): Promise<void> =>
      withLists(user, async ({ syncableIds }) => {
        const waiting = await Promise.all(syncableIds().map((listId) => findWaiting({ userId: user.id, listId })));
        if (waiting.some((isWaiting) => isWaiting)) throw new Error('A list is not synced.');
      }),
    /** Opens the user's lists until the backend ends the session. Fails if it does not within a time in milliseconds. */
    contact: (user: User, limit?: number): Promise<void> =>
      withLists(
        user,
        () => {
          if (session.user() !== null) throw new Error('The user is still signed in.');
        },
        limit,
      ),
    createList: async (user: User, name: string): Promise<string> => {
      const created = { id: '' };
      await withLists(user, async ({ create }) => {
        if (created.id === '') created.id = valueOf(await create(name));
      });
      return created.id;
    },
  };

  /** Opens the lists, repeats the check until it passes, and closes the lists. */
  async function withLists(
    user: User,
    check: (lists: AccountLists) => Promise<void> | void,
    timeout = 60_000,
  ): Promise<void> {
    const lists = await openAccountLists({
      user,
      clock,
      order: ORDER,
      access: lazy(async () => access),
      isOpen: () => false,
      onHint: () => () => undefined,
    });
    try {
      await vi.waitFor(() => check(lists), { interval: 30, timeout });
    } finally {
      lists.close();
    }
  }
}

async function findWaiting(ref: ListRef): Promise<boolean> {
  const storage = createStorage(listKey(ref));
  const state = valueOf(await storage.open(null));
  const sync = valueOf(await (await storage.loadSync(clock)).readSync());
  await storage.close();
  return state.outbox.length > 0 || !sync.isComplete;
}

/** Makes a change on the phone, which is sent with the next sync. */
export async function change(user: User, patch: Patch, listId = user.id): Promise<void> {
  const storage = createStorage(listKey({ userId: user.id, listId }));
  await storage.open(null);
  valueOf(await storage.append([{ patches: [patch], history: NO_HISTORY_CHANGE }]));
  await storage.close();
}

/** @param name of the item; its id differs between accounts, which share the server */
export const item = (user: User, name: string, fields: object): Patch => ({
  table: 'items',
  id: `${name}-${user.username}`,
  fields,
});

/** The names of the items on the phone's disk, without what was not sent. */
export async function syncedNames(userId: string, listId = userId): Promise<readonly string[]> {
  const storage = createStorage(listKey({ userId, listId }));
  const { base } = valueOf(await storage.open(null));
  await storage.close();
  return base.items.map(({ name }) => name).toSorted();
}

/** Everything that the phone has stored, as text. */
export async function readWholePhone(): Promise<string> {
  const { openDB } = await import('idb');
  const found = await indexedDB.databases();
  const texts = found.map(async ({ name = '' }) => {
    const database = await openDB(name);
    const stores = [...database.objectStoreNames];
    const rows = await Promise.all(stores.map(async (store) => JSON.stringify(await database.getAll(store))));
    database.close();
    return [name, ...rows].join('\n');
  });
  return [...(await Promise.all(texts)), ...readKeys().map((key) => `${key}=${readValue(key)}`)].join('\n');
}

/** The access token has expired, as after a night. */
export function passNight(): void {
  writeValue('checklist.session', JSON.stringify({ ...readStoredSession(), expires_at: 1 }));
}

export const databaseNames = async (): Promise<readonly string[]> =>
  (await indexedDB.databases()).map(({ name = '' }) => name).toSorted();
