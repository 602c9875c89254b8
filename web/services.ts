/** Connects the app's services to the browser. With web/main.tsx and the page's scripts in web/first-screen/, the only place in web that knows the device layer. */
import { createLaunch, listAtStart, type Start } from '#core/start/read-start.ts';
import { lazy, type Lazy } from '#core/lazy.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Updates } from '#client/ports/device-features.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { prefetchList } from '#client/lists/lists-of-session.ts';
import { createSession, type Session } from '#client/session/session.ts';
import type { BackendAccess } from '#device/backend/backend-access.ts';
import { browserClock } from '#device/clock.ts';
import { createConnection, QUIET_START_MS, type ReportedConnection } from '#device/connectivity.ts';
import { createDeviceFeatures, createInstaller } from '#device/features/device-features.ts';
import { durableListChoice, keepLocalValues } from '#device/lists/durable-values.ts';
import { createUserStorage, readDeviceId, readEnded } from '#device/local-storage/local-storage.ts';
import { createShopModeStorage, createUnsentCounts, habitStorage } from '#device/local-storage/user-facts.ts';
import { offersDetail } from '#device/local-storage/missing-details.ts';
import { createPreferenceStorage } from '#device/local-storage/preferences.ts';
import { createUserLists, loadFirstList } from '#device/user-lists.ts';
import type { AppServices } from './shown-list/app-context.ts';

const serviceWorker = lazy(() => import('#device/features/service-worker.ts'));

/** For a signed-in user, starts to read the list before the first render. */
export function createServices(start: Start): AppServices {
  const clock = browserClock;
  const connection = createConnection(clock);
  const preferences = createPreferenceStorage();
  const access = createAccess(connection, (userId, end) => session.end(userId, end));
  const loadGuestList = async (): Promise<GuestList> => (await access.load()).loadGuestList(loadFirstList);
  const session = createSession({
    loadAccounts: async () => (await access.load()).accounts,
    loadGuestList,
    userStorage: createUserStorage(),
    clock,
  });
  const lists = createUserLists({ session, connection, preferences, access, loadsSyncEarly: start.type !== 'offline' });
  const invitation = lazy(async () => {
    const { createPendingInvitation } = await import('#device/local-storage/pending-invitation.ts');
    return createPendingInvitation(clock, start.type === 'invitation' ? start.secret : null);
  });
  return {
    start,
    session,
    openList: prefetchList(listAtStart(start), session, lists.open),
    loadLists: lists.loadLists,
    listChoice: durableListChoice,
    loadFirstScreenStorage: async () => (await import('#device/first-screen.ts')).firstScreenStorage,
    connection,
    unsentCounts: createUnsentCounts(),
    habits: habitStorage,
    shopMode: createShopModeStorage(clock, () => keepLocalValues(session.user()?.id)),
    offersDetail,
    preferences,
    deviceFeatures: createDeviceFeatures(),
    installer: createInstaller(),
    updates: loadUpdates(clock),
    consumeLaunch: createLaunch(start),
    openAccountApi: async (user) => (await access.load()).openAccountApi(user),
    openSharingApi: async (user) => (await access.load()).openSharingApi(user),
    loadInvitation: invitation.load,
    loadGuestList,
  };
}

/** The backend access, for real accounts and for sign-in. The demo never downloads it. */
function createAccess({ report }: ReportedConnection, onSignedOut: Session['end']): Lazy<BackendAccess> {
  const clock = browserClock;
  const deviceId = readDeviceId(clock);
  const access = lazy(async () => {
    const { createBackendAccess, logToConsole } = await import('#device/backend/backend-access.ts');
    return createBackendAccess({ clock, deviceId, report, onSignedOut, log: logToConsole });
  });
  // The demo never needs the backend, but it may be opened after a session of an account has ended here.
  clock.after(QUIET_START_MS, () => {
    if (readEnded().length > 0) void access.tryLoad();
  });
  return access;
}

/** Registers the service worker late, because caching the app must not delay the list. */
async function loadUpdates(clock: Clock): Promise<Updates | null> {
  await new Promise<void>((resolve) => {
    clock.after(QUIET_START_MS, resolve);
  });
  // Offline, there is no new version to offer.
  const module = await serviceWorker.tryLoad();
  return module?.createUpdates() ?? null;
}
