/** The app's client, wired as in web/services.ts and controlled by function calls instead of taps. */
import { lazy } from '#core/lazy.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import type { Credentials } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { startSync } from '#device/start-sync.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { browserClock as clock } from '#device/clock.ts';
import { createConnection } from '#device/connectivity.ts';
import { openStore } from '#device/lists/with-list.ts';
import { openAccountLists } from '#device/lists/account-lists.ts';
import { readDeviceId } from '#device/local-storage/local-storage.ts';
import { createDeviceActions } from './device-actions.ts';
import { createListWatcher } from './list-watcher.ts';
import { describeList } from './describe-list.ts';
import { monotonicNow } from './monotonic-now.ts';
import type { FakeBrowser } from './fake-browser.ts';
import { shopAtRandom } from './shop-at-random.ts';
import { createWriteLog } from './write-log.ts';
import { onlyLists } from '#test/doubles/only-list.ts';

const order = createNameOrder('en');

/** Creates a device without a signed-in user. Other processes call its functions through rpc-process.ts. */
export function createDevice(browser: FakeBrowser) {
  const connection = createConnection(clock);
  const watcher = createListWatcher();
  const writeLog = createWriteLog();
  const signInState = createSignIn(connection.report);
  let opened: OpenDevice | null = null;
  const requireOpen = (): OpenDevice => opened ?? bug('The list is not open.');
  const open = async (listId?: string): Promise<void> => {
    const { access, user } = signInState;
    opened = await openOnDevice(user(), listId, { connection, access });
    opened.store.onDiff((diff, source) => {
      watcher.observe(diff);
      if (source !== 'remote') writeLog.record(diff);
    });
    watcher.start(opened.store.list);
  };
  return {
    enter: (credentials: Parameters<typeof signInState.enter>[0]) => signInState.enter(credentials),
    /** Opens the personal list, or another list of the account. */
    open,
    /** Closes the list and opens it again. Pending writes have finished. */
    async reload(): Promise<void> {
      requireOpen().close();
      await open();
    },
    /** Number of changes that the server has not acknowledged. */
    waiting: () => requireOpen().store.patches().length,
    setOnline(isOnline: boolean): number {
      const at = monotonicNow();
      browser.setOnline(isOnline);
      return at;
    },
    shop: (seed: number) => shopAtRandom(requireOpen().store, seed),
    ...createDeviceActions(() => requireOpen().store),
    whenShown: watcher.whenShown,
    whenCounts: watcher.whenCounts,
    describe: () => ({ ...describeDevice(requireOpen()), sessionEnds: signInState.sessionEnds() }),
    /** The last value that this device's user wrote to each field. */
    writtenValues: writeLog.writtenValues,
  };
}

/** The rows on the screen, and the changes that are not synced. */
function describeDevice({ store, sync }: OpenDevice) {
  const { pending, firstSync, rejected } = sync.status();
  const waiting = Math.max(pending, store.patches().length);
  return { lines: describeList(store.list), waiting, isComplete: firstSync === null, rejected };
}

function createSignIn(report: (isReachable: boolean) => void) {
  let sessionEnds = 0;
  let user: User | null = null;
  const access = createBackendAccess({
    clock,
    deviceId: readDeviceId(clock),
    report,
    onSignedOut: () => void (sessionEnds += 1),
    log: () => undefined,
  });
  return {
    access,
    user: () => user ?? bug('No user is signed in.'),
    /** How often the backend ended the session. */
    sessionEnds: () => sessionEnds,
    /** Signs in or up and returns the account's id. Rejects if the backend refuses. */
    async enter({ isNew, ...credentials }: Credentials & { readonly isNew: boolean }): Promise<string> {
      const { signIn, signUp } = access.accounts;
      const entered = await (isNew ? signUp : signIn)(credentials);
      if (!entered.ok) bug(`The sign-in failed: ${entered.failure.type}`);
      user = entered.value;
      return user.id;
    },
  };
}

type OpenDevice = Awaited<ReturnType<typeof openOnDevice>>;

type Connections = {
  readonly connection: Parameters<typeof startSync>[0]['connection'];
  readonly access: ReturnType<typeof createBackendAccess>;
};

/** There is no data of an earlier version. */
const readLegacy = (): Promise<null> => Promise.resolve(null);

/** @param listId undefined for the personal list, without the account's other lists */
async function openOnDevice(user: User, listId: string | undefined, { connection, access }: Connections) {
  const ref = { userId: user.id, listId: listId ?? user.id };
  const loaded = lazy(() => Promise.resolve(access));
  const lists = listId === undefined ? null : openLists(user, listId, loaded);
  const open = await openStore(ref, { clock, order, initial: null });
  if (open.openFailure !== null) bug(`The list did not open: ${open.openFailure.type}`);
  const sync = await startSync({
    loadLists: () => lists ?? onlyLists(),
    connection,
    loadAccess: loaded.load,
    user,
    ref,
    store: open.store,
    storage: open.storage,
    clock,
    readLegacy,
  });
  return {
    store: open.store,
    sync,
    close() {
      sync.close();
      void lists?.then((opened) => opened.close());
      void open.close();
    },
  };
}

/** The account's lists, as in the app. */
const openLists = (user: User, listId: string, access: Parameters<typeof openAccountLists>[0]['access']) =>
  openAccountLists({
    user,
    clock,
    order,
    access,
    isOpen: (id) => id === listId,
    onHint: () => () => undefined,
  });

function bug(message: string): never {
  throw new Error(message);
}
