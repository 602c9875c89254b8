/** Opens the lists of the signed-in user on this device, and starts the sync of those of a real account. */
import { isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { isDemoUser, type User } from '#core/account/user.ts';
import type { ListCopy } from '#core/change/change.ts';
import { lazy, type Lazy } from '#core/lazy.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createNameOrder, type NameOrder } from '#core/name/name-key.ts';
import type { ListImport } from '#client/lists/import-list.ts';
import { createListsOfSession, type ListsOfSession } from '#client/lists/lists-of-session.ts';
import { type InitialList, mergeAtStart, type OpenList } from '#client/lists/open-list.ts';
import type { Connection } from '#client/ports/backend.ts';
import type { PreferenceStorage } from '#client/ports/local-storage.ts';
import type { Session } from '#client/session/session.ts';
import { createDeferredSync } from '#client/sync/deferred-sync.ts';
import type { Store } from '#client/store/store.ts';
import type { Sync } from '#client/sync/sync.ts';
import type { TripWatch } from '#client/trip/trip-watch.ts';
import type { BackendAccess } from './backend/backend-access.ts';
import { browserClock as clock } from './clock.ts';
import type { DeviceStorage } from './database/storage.ts';
import { openStore } from './lists/with-list.ts';
import { markEnded, readLegacyOwner } from './local-storage/local-storage.ts';

type UserListsParts = {
  readonly session: Session;
  readonly connection: Connection;
  readonly preferences: PreferenceStorage;
  readonly access: Lazy<BackendAccess>;
  /** Whether the code of the sync is downloaded while the first list is read from the disk. */
  readonly loadsSyncEarly: boolean;
};

type UserLists = {
  readonly open: (user: User, listId: string) => Promise<OpenList>;
  /** Opens all lists of a user; rejects if their code cannot be downloaded. The next call tries again. */
  readonly loadLists: ListsOfSession['loadLists'];
};

/** What all lists of this page share. */
type Context = UserListsParts & {
  readonly order: NameOrder;
  readonly syncCode: ReturnType<typeof loadSyncCode>;
  readonly readLegacy: (userId: string) => Promise<ListImport | null>;
};

export function createUserLists(parts: UserListsParts): UserLists {
  const context: Context = {
    ...parts,
    // People write names in their own language, even where the app has no messages in it.
    order: createNameOrder(navigator.language),
    syncCode: loadSyncCode(),
    readLegacy: createLegacyReader(),
  };
  const lists = createLists(context);
  return { open: (user, listId) => open({ ...context, lists }, user, listId), loadLists: lists.loadLists };
}

const loadSyncCode = () => lazy(() => import('./start-sync.ts'));

/** The default list, loaded on demand (product L1). */
export async function loadFirstList(): Promise<ListCopy> {
  const { CATALOGUE } = await import('#core/catalogue/catalogue.ts');
  return { ...CATALOGUE, savedLists: [], listName: FIRST_LIST_NAME };
}

/** Downloads the import of old data only on devices that have such data, and only for its owner. */
function createLegacyReader(): Context['readLegacy'] {
  const owner = readLegacyOwner();
  return async (userId) => (owner === userId ? (await import('./local-storage/legacy.ts')).readLegacy(userId) : null);
}

/** All lists of the signed-in user, on screen or not. */
const createLists = ({ session, connection, access, order, syncCode }: Context) =>
  createListsOfSession(session, {
    openDemoLists: async () => (await import('./lists/list-disk.ts')).openDemoLists(clock, order),
    async openAccountLists(user, isOpen) {
      const loading = [import('./lists/account-lists.ts'), syncCode.load()] as const;
      const [{ openAccountLists }, { listenForHints }] = await Promise.all(loading);
      const onHint = (callback: () => void) => listenForHints(connection, callback);
      return openAccountLists({ user, clock, order, access, isOpen, onHint });
    },
  });

type Shared = Context & { readonly lists: ReturnType<typeof createLists> };

async function open(shared: Shared, user: User, listId: string): Promise<OpenList> {
  const { preferences, order, lists, syncCode } = shared;
  const ref = { userId: user.id, listId };
  const isDemo = isDemoUser(user);
  if (!isDemo && shared.loadsSyncEarly) void syncCode.tryLoad();
  const { storage, ...opened } = await openStore(ref, {
    clock,
    order,
    isTickedLast: preferences.read().tickedLast,
    initial: isDemo ? await createBeginning(ref, shared.readLegacy) : null,
  });
  const hide = lists.show(listId);
  const { store } = opened;
  const syncs = !isDemo && opened.openFailure === null;
  const sync = syncs ? syncLater(shared, { user, ref, storage, store }) : null;
  // Without its sync, a list of an account may be incomplete.
  if (isDemo || sync !== null) mergeAtStart(opened, sync);
  const stopSorting = preferences.onChange(() => store.setTickedLast(preferences.read().tickedLast));
  const stopWaiting = store.subscribe('outbox', () => {
    stopWaiting();
    askToPersist();
  });
  const trip = continueTrip(store, storage);
  return {
    ...opened,
    sync,
    trip,
    countUnsentElsewhere: async () => (isDemo ? 0 : (await lists.loadLists(user)).countUnsentExcept(listId)),
    async removeData(isGone = false) {
      // Another person may use this device next, and the page may be closed at once.
      if (!isGone) markEnded(user.id);
      await (await import('./lists/remove-account.ts')).removeAccountData(user.id, isGone);
    },
    close() {
      stopSorting();
      trip.forget((watch) => watch.close());
      sync?.close();
      void opened.close();
      hide();
    },
  };
}

/** Loads the shopping trip once it is asked for. */
const continueTrip = (store: Store, { loadTrip }: DeviceStorage): Lazy<TripWatch> =>
  lazy(async () => {
    const [{ openTripWatch }, storage] = await Promise.all([import('#client/trip/trip-watch.ts'), loadTrip()]);
    return openTripWatch({ store, storage, clock });
  });

type Opened = Pick<OpenList, 'store'> & {
  readonly user: User;
  readonly ref: ListRef;
  readonly storage: DeviceStorage;
};

/** Starts the sync of a list when its code is downloaded. */
function syncLater({ lists, syncCode, connection, access, readLegacy }: Shared, opened: Opened): Sync {
  const { user, ref, storage, store } = opened;
  const start = async (): Promise<Sync> => {
    const { startSync } = await syncCode.load();
    const parts = { user, ref, store, storage, clock, connection, loadAccess: access.load };
    return startSync({ ...parts, loadLists: () => lists.loadLists(user), readLegacy: () => readLegacy(user.id) });
  };
  return createDeferredSync({ start, clock, connection, store });
}

/** The demo's first list starts as the default list; its other lists were stored when they were created. */
async function createBeginning(ref: ListRef, readLegacy: Context['readLegacy']): Promise<InitialList> {
  if (isPersonal(ref)) return { first: loadFirstList, legacy: await readLegacy(ref.userId) };
  const { createFirstCopy } = await import('./lists/list-disk.ts');
  return { first: async () => createFirstCopy(ref.listId, FIRST_LIST_NAME), legacy: null };
}

/**
 * Requests persistent storage, so that the browser does not clear the list when disk space is low. It asks after the
 * first edit, because browsers grant it to apps that are in use.
 */
function askToPersist(): void {
  if ('storage' in navigator && 'persist' in navigator.storage) void navigator.storage.persist().catch(() => false);
}
