/** Starts the sync of the open list of a real account, on browser APIs. The demo never downloads this module. */
import type { Connection } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { PeopleStorage, SyncStorage } from '#client/ports/storage.ts';
import type { Store } from '#client/store/store.ts';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { ListCopy } from '#core/change/change.ts';
import { isPersonal, listKey, type ListRef } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import { createSync, type Sync } from '#client/sync/sync.ts';
import { importAfterFirstSync, type ListImport } from '#client/lists/import-list.ts';
import { createPresenceFeed } from './backend/realtime/realtime.ts';
import type { ListConnection, ListToOpen } from './backend/list-backend.ts';
import { type ListsOfSync, toOtherLists } from './lists/account-lists.ts';
import { createSyncLock } from './tabs/tabs.ts';

/** The backend module. */
type BackendModule = {
  readonly openListBackend: (user: User, list: ListToOpen) => ListConnection;
  /** The demo's list, if its import into this account was requested at sign-up. */
  readonly readGuestListImport: (user: User) => Promise<ListImport | null>;
};

type SyncParts = {
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
  readonly loadAccess: () => Promise<BackendModule>;
  /** Opens the account's lists; they stay open as long as the account. */
  readonly loadLists: () => Promise<ListsOfSync>;
  readonly readLegacy: () => Promise<ListImport | null>;
};

/**
 * Starts the sync while the list is already on screen.
 * @returns the sync; rejects if the backend module cannot be downloaded, or the disk does not answer now
 */
export async function startSync(parts: SyncParts): Promise<Sync> {
  const { user, ref, store, clock, connection, loadLists } = parts;
  const [access, lists, storage, people] = await Promise.all([
    parts.loadAccess(),
    loadLists(),
    parts.storage.loadSync(clock),
    parts.storage.loadPeople(),
  ]);
  const state = await storage.readSync();
  if (!state.ok) throw new Error(`The state of the sync cannot be read: ${state.failure.type}`);
  const { memberships } = lists;
  const presenceFeed = createPresenceFeed();
  const listChanges = toOtherLists(lists, ref);
  const connected = access.openListBackend(user, { listId: ref.listId, memberships, listChanges, presenceFeed });
  const sync = createSync(
    {
      listId: ref.listId,
      storage,
      store,
      clock,
      backend: connected.backend,
      realtime: connected.realtime,
      lock: createSyncLock(`sync:${listKey(ref)}`),
      onHint: (callback) => listenForHints(connection, callback),
      onNotAMember: () => memberships.end(ref.listId),
    },
    state.value,
  );
  if (isPersonal(ref)) await importOlderLists(parts, access, sync);
  const close = (): void => {
    sync.close();
    connected.close();
  };
  return { ...sync, presence: () => presenceFeed.presence, people: () => people, close };
}

/** Imports the demo's list and that of an older version after the first sync. After a failure, the next start tries again. */
async function importOlderLists(
  { user, ref, store, readLegacy }: SyncParts,
  access: BackendModule,
  sync: Pick<Sync, 'status' | 'onChange'>,
): Promise<void> {
  const toOwn = (copy: ListCopy): ListCopy => adoptCategories(toListCopy(copy, ref, store.list), store.list);
  const importLater = (source: ListImport | null, newListId: string | null): void => {
    if (source !== null) importAfterFirstSync({ sync, store, source, toOwn, newListId });
  };
  void access.readGuestListImport(user).then(
    (source) => importLater(source, user.id),
    () => undefined,
  );
  importLater(await readLegacy().catch(() => null), null);
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
