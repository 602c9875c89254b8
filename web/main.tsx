/** The composition root: plugs the browser into the app and starts it. */
import { createRoot } from 'react-dom/client';
import { FIRST_LIST_NAME } from '#core/list/list.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Updates } from '#client/ports/handset.ts';
import type { TakeAlong } from '#client/ports/take-along.ts';
import { createSession } from '#client/session/session.ts';
import type { Session } from '#client/session/session.ts';
import { openList } from '#client/store/open-list.ts';
import type { OpenList } from '#client/store/open-list.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { BackendAccess } from '#device/backend/backend.ts';
import { browserClock } from '#device/clock.ts';
import { createConnection } from '#device/connectivity.ts';
import { createStorage } from '#device/database/storage.ts';
import { createStranding } from '#device/database/stranding.ts';
import { createHandset } from '#device/handset.ts';
import { createInstaller } from '#device/installer.ts';
import { hasLegacy } from '#device/has-legacy.ts';
import { createUserKeeper, readDeviceId } from '#device/local-storage.ts';
import { createQueued } from '#device/queued.ts';
import { QUIET_START_MS } from '#device/quiet-start.ts';
import { askToPersist } from '#device/persistence.ts';
import { createPreferenceKeeper } from '#device/preferences.ts';
import { reloadOnTakeover } from '#device/takeover.ts';
import { createTabs } from '#device/tabs.ts';
import type { User } from '#core/account/user.ts';
import { createLateSync } from '#client/sync/late-sync.ts';
import type { Sync } from '#client/sync/sync.ts';
import { AppContext } from './app-context.ts';
import type { AppServices } from './app-context.ts';
import { App } from './app.tsx';
import { createLaunch, findArrival } from './launch.ts';
import { loadCatalogue } from './shopper/load-catalogue.ts';
import './styles/styles.css';
import { createToaster, ToasterContext } from './ui/toaster.ts';
import { broken } from './messages/en/common.ts';
import { BrokenScreen } from './ui/broken-screen.tsx';

const clock = browserClock;
const order = createNameOrder(undefined);

const loadFirstList = async () => ({ ...(await loadCatalogue()), savedLists: [], listName: FIRST_LIST_NAME });

/** Hardly any device has something from an older version. */
const readLegacy = async () => (hasLegacy() ? (await import('#device/legacy.ts')).readLegacy() : null);

const loadAccount = () => import('#device/account.ts');

async function openOnDevice(user: User): Promise<OpenList> {
  const storage = createStorage(user.id, createStranding(user.id, clock.randomHex));
  const tabs = createTabs(user.id);
  const isDemo = isDemoUser(user);
  // Fetched while the list is read from the disk.
  const account = isDemo ? null : loadAccount().catch(() => null);
  const open = await openList(
    { storage, tabs, clock, order },
    isDemo ? { first: loadFirstList, legacy: await readLegacy() } : null,
  );
  const parts = { user, store: open.store, storage, clock, connection, loadAccess, readLegacy };
  const start = async (): Promise<Sync | null> => (await loadAccount()).startSync(parts);
  const startNow = async (): Promise<Sync | null> => {
    if (account === null || open.openFailure !== null) return null;
    // What cannot be fetched just now must not keep the list from the shopper.
    if ((await account) === null) return createLateSync({ start, clock, store: open.store });
    return start().catch(() => null);
  };
  const sync = await startNow();
  const stop = open.store.subscribe('outbox', () => {
    stop();
    askToPersist();
  });
  return {
    ...open,
    sync,
    forget: storage.forget,
    close() {
      sync?.close();
      open.close();
      tabs.close();
      void storage.close();
    },
  };
}

/** Needed by whoever has a real account, or is about to have one; the demo never fetches it. */
const loadAccess = async (): Promise<BackendAccess> => {
  const { createBackendAccess } = await import('#device/backend/backend.ts');
  access ??= createBackendAccess({ clock, deviceId, report: connection.report, onSignedOut: (id) => session.end(id) });
  return access;
};
let access: BackendAccess | null = null;

reloadOnTakeover();

/** Comes last: keeping the whole app on the device must not hold up what the shopper waits for. */
async function loadUpdates(): Promise<Updates | null> {
  await new Promise<void>((resolve) => {
    clock.after(QUIET_START_MS, resolve);
  });
  // Without a network there is nothing new to offer.
  const module = await import('#device/service-worker.ts').catch(() => null);
  return module?.createUpdates() ?? null;
}

const preferences = createPreferenceKeeper();
const showTheme = (): void => {
  const { theme } = preferences.read();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};
preferences.onChange(showTheme);
showTheme();
const deviceId = readDeviceId(clock);
const connection = createConnection(clock);
const loadTakeAlong = async (): Promise<TakeAlong> => (await loadAccess()).loadTakeAlong(loadFirstList);
const address = location.search + location.hash;
const arrival = findArrival(address, history.state);
const session: Session = createSession({
  loadAccounts: async () => (await loadAccess()).accounts,
  loadTakeAlong,
  keeper: createUserKeeper(),
  clock,
});

// Who is in already waits for the disk: it is asked before the first render, not after it.
const firstUser = arrival === null ? session.user() : null;
let early = firstUser && openOnDevice(firstUser);

const services: AppServices = {
  session,
  openList(user) {
    const opened = user === firstUser ? early : null;
    early = null;
    return opened ?? openOnDevice(user);
  },
  connection,
  queued: createQueued(),
  preferences,
  handset: createHandset(),
  installer: createInstaller(),
  updates: loadUpdates(),
  takeLaunch: createLaunch(location.search),
  arrival,
  openDesk: async (user) => (await loadAccess()).openDesk(user),
  loadTakeAlong,
};

// A shortcut's address, reloaded later, must not add or shop again; a link's code works once, and is not to be seen.
if (address !== '') history.replaceState(arrival, '', '/');

const root = createRoot(document.getElementById('app') ?? document.body, {
  // A bug must not leave an empty page: the list is safe on the device, and a reload goes on.
  onUncaughtError(error) {
    reportError(error);
    // In the place of everything, the greeting too.
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
