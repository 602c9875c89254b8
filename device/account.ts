/** Puts a real account's sync together from what the browser has: a demo shopper never downloads it. */
import type { Backend, BackendFailure, Doorbell, Ring } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Connection } from '#client/ports/connection.ts';
import type { SyncStorage } from '#client/ports/sync-storage.ts';
import type { Legacy } from '#client/store/open-list.ts';
import type { Store } from '#client/store/store.ts';
import { adoptCategories } from '#core/catalogue/adopt-categories.ts';
import { toAccountCopy } from '#core/catalogue/account-ids.ts';
import type { ListCopy } from '#core/change/change.ts';
import type { User } from '#core/account/user.ts';
import type { Result } from '#core/result.ts';
import { fail } from '#core/result.ts';
import { createSync } from '#client/sync/create-sync.ts';
import type { Sync } from '#client/sync/sync.ts';
import { joinOnceComplete } from '#client/sync/join-once-complete.ts';
import { createTurn } from './turn.ts';

/** The calls of one account's backend. */
type Account = { readonly backend: Backend; readonly doorbell: Doorbell; readonly close: () => void };

/** What the calls to the backend bring along. */
type Access = {
  readonly openAccount: (user: User) => Account;
  /** The demo's list, where it was promised to this account at the sign-up. */
  readonly readTakenAlong: (user: User) => Promise<Legacy | null>;
};

type Parts = {
  readonly user: User;
  readonly store: Store;
  readonly storage: { readonly loadSync: (clock: Clock) => Promise<SyncStorage> };
  readonly clock: Clock;
  readonly connection: Connection;
  /** Fetches the calls to the backend: rejects where they cannot be fetched just now. */
  readonly loadAccess: () => Promise<Access>;
  readonly readLegacy: () => Promise<Legacy | null>;
};

/** Starts to sync. The list is on screen meanwhile: the calls are fetched when the first pass needs them. */
export async function startSync(parts: Parts): Promise<Sync | null> {
  const { user, store, clock, connection, loadAccess } = parts;
  const join = (legacy: Legacy | null, beginner: string | null): void => {
    const toOwn = (copy: ListCopy): ListCopy => adoptCategories(toAccountCopy(copy, user, store.list), store.list);
    if (legacy !== null) joinOnceComplete({ sync, store, legacy, toOwn, beginner });
  };
  const account = createLateAccount(async () => {
    const access = await loadAccess();
    // Nobody waits for it, and what fails is tried again at the next start.
    void access.readTakenAlong(user).then((taken) => join(taken, user.id), NOTHING);
    return access.openAccount(user);
  });
  const storage = await parts.storage.loadSync(clock);
  const state = await storage.readSync();
  // The disk went away since the list was read from it: then nothing of it can be sent.
  if (!state.ok) return null;
  const sync = createSync(
    {
      storage,
      store,
      clock,
      backend: account.backend,
      doorbell: account.doorbell,
      turn: createTurn(`sync:${user.id}`),
      onHint: (callback) => listenForHints(connection, callback),
    },
    state.value,
  );
  join(await parts.readLegacy().catch(() => null), null);
  return {
    ...sync,
    close() {
      sync.close();
      account.close();
    },
  };
}

const NOTHING = (): void => undefined;

/** An account whose calls are fetched when they are needed; without them everything is as without a network. */
function createLateAccount(load: () => Promise<Account>): Account {
  let loading: Promise<Account | null> | null = null;
  let isClosed = false;
  const bell = createLateBell();
  const fetchCalls = async (): Promise<Account | null> => {
    const account = await load().catch(() => null);
    // The next call tries again.
    if (account === null) loading = null;
    else if (isClosed) account.close();
    else bell.attach(account.doorbell);
    return isClosed ? null : account;
  };
  const call = async <T>(
    work: (backend: Backend) => Promise<Result<T, BackendFailure>>,
  ): Promise<Result<T, BackendFailure>> => {
    const account = isClosed ? null : await (loading ??= fetchCalls());
    return account === null ? fail({ type: 'transient' }) : work(account.backend);
  };
  return {
    backend: {
      push: (group) => call((backend) => backend.push(group)),
      pull: (table, cursor) => call((backend) => backend.pull(table, cursor)),
      pullAll: (cursors) => call((backend) => backend.pullAll(cursors)),
      furnish: () => call((backend) => backend.furnish()),
      noteSync: (isoNow) => call((backend) => backend.noteSync(isoNow)),
    },
    doorbell: { listen: bell.listen },
    close() {
      isClosed = true;
      void loading?.then((account) => account?.close());
    },
  };
}

/** A doorbell that somebody listens to before it is there. */
function createLateBell() {
  let doorbell: Doorbell | null = null;
  let onRing: ((ring: Ring) => void) | null = null;
  let stop: (() => void) | null = null;
  const connect = (): void => {
    if (doorbell !== null && onRing !== null) stop = doorbell.listen(onRing);
  };
  const attach = (next: Doorbell): void => {
    doorbell = next;
    connect();
  };
  const listen = (listener: (ring: Ring) => void): (() => void) => {
    onRing = listener;
    connect();
    return () => {
      onRing = null;
      stop?.();
    };
  };
  return { attach, listen };
}

/** When the network may be back, or the page may have slept. */
function listenForHints(connection: Connection, callback: () => void): () => void {
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
