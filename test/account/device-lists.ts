/** For tests: the lists of an account on a device, with the real database of the server and of the device. */
import { randomBytes } from 'node:crypto';
import { listKey, type ListRef } from '#core/account/list-ref.ts';
import { lazy } from '#core/lazy.ts';
import { ok } from '#core/result.ts';
import { openList } from '#client/lists/open-list.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Store } from '#client/store/store.ts';
import { createSharingApi } from '#device/backend/account/sharing-api.ts';
import { createListBackend } from '#device/backend/list-backend.ts';
import { pullMemberships } from '#device/backend/tables/memberships.ts';
import { createAccountRequests, createListRequests } from '#device/backend/requests/send-request.ts';
import { createStorage } from '#device/database/storage.ts';
import { openAccountLists } from '#device/lists/account-lists.ts';
import { createFakeClock, type FakeClock } from '#test/doubles/fake-clock.ts';
import { NO_TABS, ORDER } from '#test/doubles/open-store.ts';
import type { Account, ListParts } from '#test/backend/list-parts.ts';

/** A clock that the test advances, whose ids differ between tests that share a database. */
export const createUniqueClock = (): FakeClock => ({
  ...createFakeClock(),
  randomHex: () => randomBytes(8).toString('hex'),
});

type Parts = {
  readonly account: Account;
  readonly anonKey: string;
  readonly clock: FakeClock;
  /** Sends a request to the REST service, which has the root to itself. */
  readonly fetch: typeof fetch;
};

/** Opens the account's lists. None of them is open on screen. */
export async function openDeviceLists({ account, anonKey, clock, fetch }: Parts) {
  const userId = account.id;
  const hints = new Set<() => void>();
  const requestParts = {
    clock,
    readConfig: async () => ok({ url: 'http://rest', anonKey, captcha: null, passkeys: false }),
    fetch,
    sessions: { token: async () => ok(account.access), end: () => undefined },
    userId,
  };
  const lists = await openAccountLists({
    user: { id: userId, username: 'x', password: '' },
    clock,
    order: ORDER,
    access: lazy(async () => ({
      openListBackend: (_, { listId, memberships }) => ({
        backend: createListBackend({
          send: createListRequests({
            ...requestParts,
            isOpen: () => true,
            onAnswered: () => undefined,
            log: () => undefined,
          }),
          clock,
          list: { userId, listId },
          memberships,
          owner: () => ({ id: userId, username: 'x', email: 'x', deviceId: 'd' }),
        }),
        close: () => undefined,
      }),
      pullMemberships: (_, cursor) => pullMemberships(createAccountRequests(requestParts), cursor),
      openSharingApi: async () =>
        createSharingApi({ userId, send: createAccountRequests(requestParts), address: 'http://app' }),
    })),
    isOpen: () => false,
    onHint(callback) {
      hints.add(callback);
      return () => hints.delete(callback);
    },
  });
  return {
    lists,
    /** The app becomes visible, or the network is back. */
    giveHint: (): void => hints.forEach((hint) => hint()),
  };
}

/** Opens a list on the device, works with it, and closes it when its changes are on disk. */
export async function withStore<T>(
  ref: ListRef,
  work: (store: Store) => T,
  clock: Clock = createFakeClock(),
): Promise<T> {
  const storage = createStorage(listKey(ref));
  const open = await openList({ storage, tabs: NO_TABS, clock, order: ORDER }, null);
  const done = work(open.store);
  await open.store.catchUp();
  open.close();
  await storage.close();
  return done;
}

/** The request of a call to `fetch`, at the root. */
export const toRestRequest = (...[input, init]: Parameters<ListParts['fetchRest']>): Request => {
  const request = new Request(input, init);
  return new Request(request.url.replace('/rest/v1', ''), request);
};
