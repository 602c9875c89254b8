/** For component tests: the app with a list in memory, in a real browser and without a server. */
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import '#web/styles/styles.css';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { ListCopy } from '#core/change/change.ts';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER, type User } from '#core/account/user.ts';
import { lazy } from '#core/lazy.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { createMemoryStorage, openList, type OpenList } from '#client/lists/open-list.ts';
import { NO_TRIP } from '#core/trip/trip.ts';
import { NO_WALKS } from '#core/trip/walked-order.ts';
import type { TripStorage } from '#client/ports/storage.ts';
import { createSession, type Session } from '#client/session/session.ts';
import { openTripWatch } from '#client/trip/trip-watch.ts';
import { browserClock } from '#device/clock.ts';
import { durableListChoice, keepLocalValues, readDurable } from '#device/lists/durable-values.ts';
import { createUserLists } from '#device/user-lists.ts';
import { createDeviceFeatures, createInstaller } from '#device/features/device-features.ts';
import { createShopModeStorage, createUnsentCounts, habitStorage } from '#device/local-storage/user-facts.ts';
import { createPreferenceStorage } from '#device/local-storage/preferences.ts';
import { createUserStorage } from '#device/local-storage/local-storage.ts';
import { findLanguage } from '#languages/languages.ts';
import { App } from '#web/app.tsx';
import { WHOLE_UP_TO } from '#web/list/categories/category-list.tsx';
import { loadMessages, setLanguage } from '#web/messages/messages.ts';
import { AppContext, type AppServices } from '#web/shown-list/app-context.ts';
import { createItemMarks, ShownListContext } from '#web/shown-list/shown-list.ts';
import { marked, markedAs } from '#web/ui/marks.ts';
import { createToaster, ToasterContext } from '#web/ui/toasts/toaster.ts';
import { emulateMedia, parkMouse, setTextSize } from './gestures.ts';

/** A list with two categories and four items, one with an amount and a note. */
export const GROCERIES: Partial<ListCopy> = {
  categories: [categoryRow('bakery', { name: 'Bakery' }), categoryRow('dairy', { name: 'Dairy' })],
  items: [
    itemRow('bread', { name: 'Bread', category: 'bakery' }),
    itemRow('butter', { name: 'Butter' }),
    itemRow('eggs', { name: 'Eggs', amount: 12, note: 'free range' }),
    itemRow('milk', { name: 'Milk' }),
  ],
};

/** A real account. Its lists are not synced here. */
export const ADA: User = { id: 'ada', username: 'ada@example.org', password: '' };

/** What the demo never asks for. A test that reaches one of them fails with this error. */
const offline = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

type Changed = Partial<AppServices> & {
  /** The signed-in user: the demo's, if missing. */
  readonly user?: User;
};

/**
 * Shows a list with its header, toolbar, add bar, menus and dialogs.
 * @param changed other services than those of the demo without a network
 */
export async function showList(
  first: Partial<ListCopy>,
  { user = DEMO_USER, ...changed }: Changed = {},
): Promise<void> {
  await startFresh();
  createUserStorage().write(user);
  await showApp({ ...createServices(offline, first), ...changed });
  // Keys and gestures load after the rows, together with the add bar.
  await untilRendered();
}

/** Waits for the rows below the screen, which the first frame leaves out. A long list never has all of them. */
async function untilRendered(): Promise<void> {
  await expect.element(page.getByLabelText('Add shopping item')).toBeInTheDocument();
  await expect
    .poll(() => document.querySelector(markedAs('block', 'space')) === null || readTotal() > WHOLE_UP_TO)
    .toBe(true);
}

/** The number of items of the list. */
const readTotal = (): number => Number(document.querySelector(marked('count'))?.textContent.match(/\/(\d+)/u)?.[1]);

/** Shows the demo as on a new device: the default list, with real storage on this device. */
export async function showDemo(changed: Partial<AppServices> = {}): Promise<void> {
  await startFresh();
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  await restartDemo(changed);
}

/** Shows the demo on a device whose user has not seen the hint about an item's menu, and has chosen no settings. */
export async function showDemoToNewUser(): Promise<void> {
  await showDemo();
  localStorage.clear();
  await restartDemo();
}

/** Closes the demo and starts it again with its stored data, like a reload of the page. */
export async function restartDemo(changed: Partial<AppServices> = {}): Promise<void> {
  await cleanup();
  createUserStorage().write(DEMO_USER);
  const services = createServices(offline, {});
  const { session, connection, preferences } = services;
  const lists = createUserLists({ session, connection, preferences, access: lazy(offline), loadsSyncEarly: false });
  await showApp({
    ...services,
    openList: lists.open,
    loadLists: lists.loadLists,
    listChoice: durableListChoice,
    shopMode: createShopModeStorage(browserClock, () => keepLocalValues(DEMO_USER.id)),
    ...changed,
  });
  await untilRendered();
}

/** Loses what a killed browser may not have written to the disk yet, once the database has this text among its values. */
export async function loseLocalStorage(text: string): Promise<void> {
  await expect.poll(readLocalValues).toContain(text);
  sessionStorage.clear();
  localStorage.clear();
}

const readLocalValues = async (): Promise<string> => JSON.stringify(await readDurable(DEMO_USER.id, 'localValues'));

/** Shows the app to a signed-out visitor, with these account API calls. @returns the session */
export async function showSignIn(accounts: Partial<Accounts>, changed: Partial<AppServices> = {}): Promise<Session> {
  await startFresh();
  const loadAccounts = () => Promise.resolve({ ...NO_ACCOUNTS, ...accounts });
  const services = { ...createServices(loadAccounts, GROCERIES, changed.loadGuestList), ...changed };
  await showApp(services);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return services.session;
}

/** Shows a part of the list's screen alone. */
export async function showPart(open: OpenList, part: ReactNode): Promise<void> {
  await startFresh();
  findLanguage(['en'], setLanguage);
  await loadMessages('signedIn');
  const ref = personalList(DEMO_USER.id);
  const shown = { ...open, user: DEMO_USER, ref, knownName: null, marks: createItemMarks(), switchTo() {} };
  await render(
    <AppContext value={createServices(offline, {})}>
      <ShownListContext value={shown}>{part}</ShownListContext>
    </AppContext>,
  );
}

/** All tests of a worker share one page with its storage and its mouse. */
async function startFresh(): Promise<void> {
  await cleanup();
  vi.useRealTimers();
  localStorage.clear();
  // It has the list that was open last.
  sessionStorage.clear();
  await page.viewport(390, 844);
  await parkMouse();
  window.scrollTo(0, 0);
  await emulateMedia({});
  await setTextSize(100);
  const preferences = createPreferenceStorage();
  preferences.write({ ...preferences.read(), hasSeenItemHint: true, vibrates: false });
}

async function showApp(services: AppServices): Promise<void> {
  findLanguage(['en'], setLanguage);
  // The element of index.html. `cleanup` removes it.
  const container = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'app' }));
  await render(
    <AppContext value={services}>
      <ToasterContext value={createToaster()}>
        <App />
      </ToasterContext>
    </AppContext>,
    { container },
  );
}

const NO_ACCOUNTS: Accounts = {
  settings: () => Promise.resolve(fail({ type: 'unreachable' })),
  signIn: offline,
  signUp: offline,
  sendReset: offline,
  resendConfirmation: offline,
  signInWith: offline,
  signInWithPasskey: offline,
  completeAuthCallback: offline,
  sendCode: offline,
  enterCode: offline,
  chooseNewPassword: offline,
  cancelPending: offline,
  signOut: () => Promise.resolve(),
};

/** The ports of a device without a network. The first list has the given rows, and all others are empty. */
function createServices(
  loadAccounts: () => Promise<Accounts>,
  first: Partial<ListCopy>,
  loadGuestList = (): Promise<GuestList> => Promise.resolve(NO_GUEST_LIST),
): AppServices {
  const userStorage = createUserStorage();
  return {
    session: createSession({ loadAccounts, loadGuestList, userStorage, clock: browserClock }),
    openList: (user, listId) => openInMemory(listId === user.id ? first : {}),
    loadLists: offline,
    listChoice: { read: () => null, write() {}, restore: () => Promise.resolve() },
    loadFirstScreenStorage: offline,
    connection: { isOnline: () => true, onChange: () => () => {} },
    unsentCounts: createUnsentCounts(),
    habits: habitStorage,
    shopMode: createShopModeStorage(browserClock, () => undefined),
    offersDetail: () => true,
    preferences: createPreferenceStorage(),
    deviceFeatures: createDeviceFeatures(),
    installer: createInstaller(),
    updates: Promise.resolve(null),
    consumeLaunch: () => ({ action: null, text: '' }),
    start: { type: 'list', signedIn: { user: DEMO_USER, listId: DEMO_USER.id }, launch: { action: null, text: '' } },
    openAccountApi: offline,
    openSharingApi: offline,
    loadInvitation: offline,
    loadGuestList,
  };
}

const noTrip: TripStorage = {
  read: () => Promise.resolve({ trip: NO_TRIP, memory: NO_WALKS }),
  writeTrip() {},
  updateMemory() {},
};

/** Opens a list that is not stored. @param trips the data that earlier trips left on the device */
export async function openInMemory(first: Partial<ListCopy>, trips = noTrip): Promise<OpenList> {
  const copy = { items: [], categories: [], savedLists: [], listName: 'My List', ...first };
  const tabs = { announce() {}, onChange: () => () => {} };
  const open = await openList(
    { storage: createMemoryStorage(), tabs, clock: browserClock, order: createNameOrder('en') },
    { first: () => Promise.resolve(copy), legacy: null },
  );
  return {
    ...open,
    sync: null,
    trip: lazy(() => openTripWatch({ store: open.store, storage: trips, clock: browserClock })),
    countUnsentElsewhere: async () => 0,
    removeData: () => Promise.resolve(),
  };
}
