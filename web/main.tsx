/** The composition root: connects the app to the browser and starts it. */
import { createRoot } from 'react-dom/client';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Updates } from '#client/ports/device-features.ts';
import type { GuestList } from '#client/ports/guest-list.ts';
import type { PendingInvitation } from '#client/ports/pending-invitation.ts';
import { createSession } from '#client/session/session.ts';
import type { Session } from '#client/session/session.ts';
import { openList } from '#client/open-list/open-list.ts';
import type { Beginning, OpenList } from '#client/open-list/open-list.ts';
import { createLoadedLists } from '#client/lists/loaded-lists.ts';
import { prefetchList } from '#client/open-list/prefetch-list.ts';
import { isPersonal } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { isDemoUser } from '#core/account/user.ts';
import { hasUnfinishedRemoval } from '#device/lists/ended-accounts.ts';
import type { BackendAccess } from '#device/backend/backend-access.ts';
import { browserClock } from '#device/clock.ts';
import { createConnection } from '#device/connectivity.ts';
import { logToConsole } from '#device/console-log.ts';
import { renameOldKeys } from '#device/database/migrations.ts';
import { connectList } from '#device/lists/with-list.ts';
import { createDeviceFeatures } from '#device/features/device-features.ts';
import { createInstaller } from '#device/features/installer.ts';
import { createUserStorage, readDeviceId, readLegacyOwner } from '#device/local-storage/local-storage.ts';
import { readListChoice, writeListChoice } from '#device/local-storage/list-choice.ts';
import { offersAmounts } from '#device/local-storage/amounts-support.ts';
import { createUnsentCounts } from '#device/local-storage/unsent-counts.ts';
import { QUIET_START_MS, askToPersist, reloadOnTakeover } from '#device/features/app-lifecycle.ts';
import { createPreferenceStorage } from '#device/local-storage/preferences.ts';
import type { User } from '#core/account/user.ts';
import { mergeAtStart } from '#client/open-list/merge-at-start.ts';
import { createDeferredSync } from '#client/sync/deferred-sync.ts';
import type { Sync } from '#client/sync/sync.ts';
import { AppContext } from './shopper/app-context.ts';
import type { AppServices } from './shopper/app-context.ts';
import { App } from './app.tsx';
import { createLaunch, findAuthCallback } from './launch.ts';
import './styles/styles.css';
import { ToasterContext, createToaster } from './ui/toasts/toaster.ts';
import { broken } from './messages/en/common.ts';
import { BrokenScreen } from './ui/status/broken-screen.tsx';

renameOldKeys();

const clock = browserClock;
const order = createNameOrder(undefined);

/** The default list, loaded on demand (product L1). */
const loadFirstList = async () => {
  const { CATALOGUE } = await import('#core/catalogue/catalogue.ts');
  return { ...CATALOGUE, savedLists: [], listName: FIRST_LIST_NAME };
};

const legacyOwner = readLegacyOwner();
/** Downloads the import of old data only on devices that have such data, and only for its owner. */
const readLegacy = async (userId: string) =>
  legacyOwner === userId ? (await import('#device/local-storage/legacy.ts')).readLegacy() : null;

const loadAccount = () => import('#device/account.ts');
const loadAccountLists = () => import('#device/lists/account-lists.ts');

/** The lists that this tab shows, by id. The others are synced in the background. */
const shownLists = new Set<string>();

async function openOnDevice(user: User, listId: string): Promise<OpenList> {
  const ref = { userId: user.id, listId };
  const list = connectList(ref);
  const { storage, tabs } = list;
  const isDemo = isDemoUser(user);
  // Download the code while the list is read from the disk.
  const account = isDemo ? null : loadAccount().catch(() => null);
  const open = await openList(
    { storage, tabs, clock, order, isTickedLast: preferences.read().tickedLast },
    isDemo ? await createBeginning(ref) : null,
  );
  shownLists.add(listId);
  const parts = {
    user,
    ref,
    store: open.store,
    storage,
    clock,
    connection,
    loadAccess,
    readLegacy: () => readLegacy(user.id),
    loadLists: () => lists.loadAccount(user),
  };
  const start = async (): Promise<Sync | null> => (await loadAccount()).startSync(parts);
  const startNow = async (): Promise<Sync | null> => {
    if (account === null || open.openFailure !== null) return null;
    // A failed download must not delay the list; sync starts later.
    if ((await account) === null) return createDeferredSync({ start, clock, store: open.store });
    return start().catch(() => null);
  };
  const sync = await startNow();
  // Without its sync, a list of an account may be incomplete.
  if (isDemo || sync !== null) mergeAtStart(open.store, sync);
  const stopSorting = preferences.onChange(() => open.store.setTickedLast(preferences.read().tickedLast));
  const stop = open.store.subscribe('outbox', () => {
    stop();
    askToPersist();
  });
  return {
    ...open,
    sync,
    countUnsentElsewhere: async () => (isDemo ? 0 : (await lists.load(user)).countUnsentExcept(listId)),
    removeData: (isGone = false) => removeAccountData(user.id, isGone),
    close() {
      stopSorting();
      sync?.close();
      open.close();
      void list.close();
      shownLists.delete(listId);
      if (!isDemo) lists.syncSoon(listId);
    },
  };
}

/** The demo's first list starts as the default list; its other lists were stored when they were created. */
async function createBeginning(ref: ListRef): Promise<Beginning> {
  if (isPersonal(ref)) return { first: loadFirstList, legacy: await readLegacy(ref.userId) };
  const { createFirstCopy } = await import('#device/lists/list-disk.ts');
  return { first: async () => createFirstCopy(ref.listId, FIRST_LIST_NAME), legacy: null };
}

const removeAccountData = async (userId: string, isGone: boolean): Promise<void> => {
  const { removeAccountData: remove } = await import('#device/lists/remove-account.ts');
  await remove(userId, isGone);
};

/** Downloads the backend access for real accounts and for sign-in. The demo never downloads it. */
const loadAccess = async (): Promise<BackendAccess> => {
  const { createBackendAccess } = await import('#device/backend/backend-access.ts');
  access ??= createBackendAccess({
    clock,
    deviceId,
    report: connection.report,
    onSignedOut: (id, end) => session.end(id, end),
    log: logToConsole,
  });
  return access;
};
let access: BackendAccess | null = null;

// The demo never needs the backend, but it may be opened after a session of an account has ended here.
clock.after(QUIET_START_MS, () => {
  if (hasUnfinishedRemoval()) void loadAccess().catch(() => null);
});

reloadOnTakeover();

/** Registers the service worker late, because caching the app must not delay the list. */
async function loadUpdates(): Promise<Updates | null> {
  await new Promise<void>((resolve) => {
    clock.after(QUIET_START_MS, resolve);
  });
  // Offline, there is no new version to offer.
  const module = await import('#device/features/service-worker.ts').catch(() => null);
  return module?.createUpdates() ?? null;
}

const preferences = createPreferenceStorage();
const showTheme = (): void => {
  const { theme } = preferences.read();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};
preferences.onChange(showTheme);
showTheme();
const deviceId = readDeviceId(clock);
const connection = createConnection(clock);
const loadGuestList = async (): Promise<GuestList> => (await loadAccess()).loadGuestList(loadFirstList);
const address = location.search + location.hash;
let invitation: Promise<PendingInvitation> | null = null;
const loadInvitation = (): Promise<PendingInvitation> =>
  (invitation ??= import('#device/local-storage/pending-invitation.ts').then(({ createPendingInvitation }) =>
    createPendingInvitation(clock, address),
  ));
const authCallback = findAuthCallback(address, history.state);
const session: Session = createSession({
  loadAccounts: async () => (await loadAccess()).accounts,
  loadGuestList,
  userStorage: createUserStorage(),
  clock,
});

// For a signed-in user, start reading the list before the first render.
const firstUser = authCallback === null ? session.user() : null;

const lists = createLoadedLists(session, {
  loadDemo: async () => (await import('#device/lists/list-disk.ts')).openDemoLists(clock, order),
  loadAccount: async (user) => {
    const [{ openAccountLists }, { listenForHints }] = await Promise.all([loadAccountLists(), loadAccount()]);
    return openAccountLists({
      user,
      clock,
      order,
      loadAccess,
      isOpen: (listId) => shownLists.has(listId),
      onHint: (callback) => listenForHints(connection, callback),
    });
  },
});

const services: AppServices = {
  session,
  openList: prefetchList(
    firstUser && { user: firstUser, listId: readListChoice(firstUser.id)?.listId ?? firstUser.id },
    session,
    openOnDevice,
  ),
  loadLists: lists.load,
  listChoice: { read: readListChoice, write: writeListChoice },
  loadFirstScreenStorage: async () => (await import('#device/first-screen.ts')).firstScreenStorage,
  connection,
  unsentCounts: createUnsentCounts(),
  offersAmounts,
  preferences,
  deviceFeatures: createDeviceFeatures(),
  installer: createInstaller(),
  updates: loadUpdates(),
  consumeLaunch: createLaunch(location.search),
  authCallback,
  openAccountApi: async (user) => (await loadAccess()).openAccountApi(user),
  openSharingApi: async (user) => (await loadAccess()).openSharingApi(user),
  isInvited: address.includes('#join='),
  loadInvitation,
  loadGuestList,
};

// Clear the URL: a reload must not repeat a shortcut, and the code of a link must not be visible or used twice.
// The invitation is cleared once it is stored.
if (address !== '' && !services.isInvited) history.replaceState(authCallback, '', '/');

const root = createRoot(document.getElementById('app') ?? document.body, {
  // After a bug, offer a reload instead of an empty page. The list is safe on the device.
  onUncaughtError(error) {
    reportError(error);
    // Replaces the whole page, including the greeting.
    createRoot(document.body).render(
      <BrokenScreen text={broken.text} action={broken.reload} onPress={() => location.reload()} />,
    );
  },
});
root.render(
  <AppContext value={services}>
    <ToasterContext value={createToaster()}>
      <App />
    </ToasterContext>
  </AppContext>,
);
