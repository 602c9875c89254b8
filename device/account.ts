/** Sets up the lists of a real account, and the sync of the open one, on browser APIs. The demo never downloads this module. */
import type { Backend, BackendFailure, Realtime, ChangeEvent } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Connection } from '#client/ports/connection.ts';
import type { PeopleStorage } from '#client/ports/people-storage.ts';
import type { SyncStorage } from '#client/ports/sync-storage.ts';
import type { ListImport } from '#client/open-list/import-list.ts';
import type { Store } from '#client/store/store.ts';
import { adoptCategories } from '#core/catalogue/adopt-categories.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { ListCopy } from '#core/change/change.ts';
import { isPersonal, listKey } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import type { Result } from '#core/result.ts';
import { fail } from '#core/result.ts';
import { createSync } from '#client/sync/create-sync.ts';
import type { Sync } from '#client/sync/sync.ts';
import { importAfterFirstSync } from '#client/open-list/import-list.ts';
import { createPresenceFeed } from './backend/realtime/presence-feed.ts';
import type { OpenedList } from './backend/backend-access.ts';
import type { ListsOfSync } from './lists/other-lists.ts';
import { toOtherLists } from './lists/other-lists.ts';
import { createSyncLock } from './tabs/sync-lock.ts';

/** The calls of one account's backend. */
type Account = { readonly backend: Backend; readonly realtime: Realtime; readonly close: () => void };

/** The backend module, once it is downloaded. */
type Access = {
  readonly openAccount: (user: User, open: OpenedList) => Account;
  /** The demo's list, if its import into this account was requested at sign-up. */
  readonly readGuestListImport: (user: User) => Promise<ListImport | null>;
};

type Parts = {
  readonly user: User;
  readonly ref: ListRef;
  readonly store: Store;
  readonly storage: {
    readonly loadSync: (clock: Clock) => Promise<SyncStorage>;
    readonly loadPeople: () => Promise<PeopleStorage>;
  };
  readonly clock: Clock;
  readonly connection: Connection;
  /** Downloads the backend module; rejects if it cannot be downloaded. */
  readonly loadAccess: () => Promise<Access>;
  /** Opens the account's lists; they stay open as long as the account. */
  readonly loadLists: () => Promise<ListsOfSync>;
  readonly readLegacy: () => Promise<ListImport | null>;
};

/**
 * Starts the sync while the list is already on screen. The backend module is downloaded when the first sync cycle needs it.
 * @returns null if the disk is gone since the list was read from it
 */
export async function startSync(parts: Parts): Promise<Sync | null> {
  const { user, ref, store, clock, connection, loadAccess, loadLists } = parts;
  const toOwn = (copy: ListCopy): ListCopy => adoptCategories(toListCopy(copy, ref, store.list), store.list);
  const importLater = (source: ListImport | null, newListId: string | null): void => {
    if (source !== null) importAfterFirstSync({ sync, store, source, toOwn, newListId });
  };
  const presenceFeed = createPresenceFeed();
  const account = createDeferredAccount(async () => {
    const [access, lists] = await Promise.all([loadAccess(), loadLists()]);
    // Not awaited; after a failure, the next start tries again.
    if (isPersonal(ref)) void access.readGuestListImport(user).then((source) => importLater(source, user.id), IGNORE);
    const { memberships } = lists;
    const otherLists = toOtherLists(lists, ref);
    return access.openAccount(user, { listId: ref.listId, memberships, otherLists, presenceFeed });
  });
  const [storage, people] = await Promise.all([parts.storage.loadSync(clock), parts.storage.loadPeople()]);
  const state = await storage.readSync();
  if (!state.ok) return null;
  const sync = createSync(
    {
      listId: ref.listId,
      storage,
      store,
      clock,
      backend: account.backend,
      realtime: account.realtime,
      lock: createSyncLock(`sync:${listKey(ref)}`),
      onHint: (callback) => listenForHints(connection, callback),
      onEnded: () => void loadLists().then((lists) => lists.memberships.end(ref.listId), IGNORE),
    },
    state.value,
  );
  if (isPersonal(ref)) importLater(await parts.readLegacy().catch(() => null), null);
  const close = (): void => {
    sync.close();
    account.close();
  };
  return { ...sync, presence: () => presenceFeed.presence, people: () => people, close };
}

const IGNORE = (): void => undefined;

/** An account that downloads the backend module on demand, and behaves as if offline without it. */
function createDeferredAccount(load: () => Promise<Account>): Account {
  let loading: Promise<Account | null> | null = null;
  let isClosed = false;
  const realtime = createDeferredRealtime();
  const loadAccount = async (): Promise<Account | null> => {
    const account = await load().catch(() => null);
    // After a failure, the next call tries again.
    if (account === null) loading = null;
    else if (isClosed) account.close();
    else realtime.attach(account.realtime);
    return isClosed ? null : account;
  };
  const call = async <T>(
    work: (backend: Backend) => Promise<Result<T, BackendFailure>>,
  ): Promise<Result<T, BackendFailure>> => {
    const account = isClosed ? null : await (loading ??= loadAccount());
    return account === null ? fail({ type: 'transient' }) : work(account.backend);
  };
  return {
    backend: {
      push: (group) => call((backend) => backend.push(group)),
      pull: (table, cursor) => call((backend) => backend.pull(table, cursor)),
      pullAll: (cursors) => call((backend) => backend.pullAll(cursors)),
      provisionDefaults: () => call((backend) => backend.provisionDefaults()),
      reportSync: (isoNow) => call((backend) => backend.reportSync(isoNow)),
    },
    realtime: { subscribe: realtime.subscribe },
    close() {
      isClosed = true;
      void loading?.then((account) => account?.close());
    },
  };
}

/** A realtime port that accepts the subscriber before the real port is downloaded. */
function createDeferredRealtime() {
  let realtime: Realtime | null = null;
  let onEvent: ((event: ChangeEvent) => void) | null = null;
  let unsubscribe: (() => void) | null = null;
  const connect = (): void => {
    if (realtime !== null && onEvent !== null) unsubscribe = realtime.subscribe(onEvent);
  };
  const attach = (next: Realtime): void => {
    realtime = next;
    connect();
  };
  const subscribe = (listener: (event: ChangeEvent) => void): (() => void) => {
    onEvent = listener;
    connect();
    return () => {
      onEvent = null;
      unsubscribe?.();
    };
  };
  return { attach, subscribe };
}

/** Calls back when the network may be back, or the page may have been suspended. */
export function listenForHints(connection: Connection, callback: () => void): () => void {
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') callback();
  };
  const stop = connection.onChange(() => {
    if (connection.isOnline()) callback();
  });
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('pageshow', whenVisible);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('pageshow', whenVisible);
  };
}
