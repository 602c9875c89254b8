/** The composition root: connects the app to the browser and starts it. */
import { createRoot } from 'react-dom/client';
import { lazy } from '#core/lazy.ts';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Updates } from '#client/ports/device-features.ts';
import type { GuestList } from '#client/ports/guest-list.ts';
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
import { browserClock } from '#device/clock.ts';
import { createConnection } from '#device/connectivity.ts';
import { logToConsole } from '#device/console-log.ts';
import { renameOldKeys } from '#device/database/migrations.ts';
import { connectList } from '#device/lists/with-list.ts';
import { createDeviceFeatures } from '#device/features/device-features.ts';
import { createInstaller } from '#device/features/installer.ts';
import { createUserStorage, readDeviceId, readLegacyOwner } from '#device/local-storage/local-storage.ts';
import { readListChoice, writeListChoice } from '#device/local-storage/list-choice.ts';
import { offersDetail } from '#device/local-storage/missing-details.ts';
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

const accountCode = lazy(() => import('#device/account.ts'));
const loadAccountLists = () => import('#device/lists/account-lists.ts');

/** The lists that this tab shows, by id. The others are synced in the background. */
const shownLists = new Set<string>();

async function openOnDevice(user: User, listId: string): Promise<OpenList> {
  const ref = { userId: user.id, listId };
  const list = connectList(ref);
  const { storage, tabs } = list;
  const isDemo = isDemoUser(user);
  // Download the code while the list is read from the disk.
  if (!isDemo) void accountCode.tryLoad();
  const open = await openList(
    { storage, tabs, clock, order, isTickedLast: preferences.read().tickedLast },
    isDemo ? await createBeginning(ref) : null,
  );
  shownLists.add(listId);
  const { store } = open;
  const start = async (): Promise<Sync | null> => {
    const { startSync } = await accountCode.load();
    const loadLists = () => lists.loadAccount(user);
    const parts = { user, ref, store, storage, clock, connection, loadAccess: access.load, loadLists };
    return startSync({ ...parts, readLegacy: () => readLegacy(user.id) });
  };
  const syncs = !isDemo && open.openFailure === null;
  const sync = syncs ? createDeferredSync({ start, clock, connection, store }) : null;
  // Without its sync, a list of an account may be incomplete.
  if (isDemo || sync !== null) mergeAtStart(store, sync);
  const stopSorting = preferences.onChange(() => store.setTickedLast(preferences.read().tickedLast));
  const stop = store.subscribe('outbox', () => {
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

/** The backend access, for real accounts and for sign-in. The demo never downloads it. */
const access = lazy(async () => {
  const { createBackendAccess } = await import('#device/backend/backend-access.ts');
  return createBackendAccess({
    clock,
    deviceId,
    report: connection.report,
    onSignedOut: (id, end) => session.end(id, end),
    log: logToConsole,
  });
});

// The demo never needs the backend, but it may be opened after a session of an account has ended here.
clock.after(QUIET_START_MS, () => {
  if (hasUnfinishedRemoval()) void access.tryLoad();
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
const loadGuestList = async (): Promise<GuestList> => (await access.load()).loadGuestList(loadFirstList);
const address = location.search + location.hash;
const invitation = lazy(async () =>
  (await import('#device/local-storage/pending-invitation.ts')).createPendingInvitation(clock, address),
);
const authCallback = findAuthCallback(address, history.state);
const session: Session = createSession({
  loadAccounts: async () => (await access.load()).accounts,
  loadGuestList,
  userStorage: createUserStorage(),
  clock,
});

// For a signed-in user, start reading the list before the first render.
const firstUser = authCallback === null ? session.user() : null;

const lists = createLoadedLists(session, {
  loadDemo: async () => (await import('#device/lists/list-disk.ts')).openDemoLists(clock, order),
  loadAccount: async (user) => {
    const [{ openAccountLists }, { listenForHints }] = await Promise.all([loadAccountLists(), accountCode.load()]);
    return openAccountLists({
      user,
      clock,
      order,
      access,
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
  offersDetail,
  preferences,
  deviceFeatures: createDeviceFeatures(),
  installer: createInstaller(),
  updates: loadUpdates(),
  consumeLaunch: createLaunch(location.search),
  authCallback,
  openAccountApi: async (user) => (await access.load()).openAccountApi(user),
  openSharingApi: async (user) => (await access.load()).openSharingApi(user),
  isInvited: address.includes('#join='),
  loadInvitation: invitation.load,
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
