/** The app's client as web/main.tsx puts it together, to be driven by calls instead of thumbs. */
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Credentials } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { openList } from '#client/open-list/open-list.ts';
import { startSync } from '#device/account.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { browserClock as clock } from '#device/clock.ts';
import { createConnection } from '#device/connectivity.ts';
import { createStorage } from '#device/database/storage.ts';
import { createUnloadJournal } from '#device/database/journal/unload-journal.ts';
import { readDeviceId } from '#device/local-storage/local-storage.ts';
import { createTabs } from '#device/tabs/tabs.ts';
import { createChanges } from './changes.ts';
import { createEye } from './eye.ts';
import { describeList } from './describe-list.ts';
import { moment } from './moment.ts';
import type { Page } from './page.ts';
import { shopAtRandom } from './shop-at-random.ts';
import { createWitness } from './witness.ts';

const order = createNameOrder('en');

/** A device where nobody is signed in yet; its functions are what remote.ts calls. */
export function createDevice(page: Page) {
  const connection = createConnection(clock);
  const eye = createEye();
  const witness = createWitness();
  const entrance = createEntrance(connection.report);
  let opened: OpenDevice | null = null;
  const isOpen = (): OpenDevice => opened ?? bug('The list is not open.');
  const open = async (): Promise<void> => {
    const { access, user } = entrance;
    opened = await openOnDevice(user(), { connection, loadAccess: () => Promise.resolve(access) });
    opened.store.onDiff((diff, source) => {
      eye.see(diff);
      if (source === 'user') witness.see(diff);
    });
    eye.look(opened.store.list);
  };
  return {
    enter: (credentials: Parameters<typeof entrance.enter>[0]) => entrance.enter(credentials),
    open,
    /** The page is left and opened again: what was under way to the disk has arrived there. */
    async reload(): Promise<void> {
      isOpen().close();
      await open();
    },
    /** How many changes the server has not taken yet. */
    waiting: () => isOpen().store.patches().length,
    setOnline(isOnline: boolean): number {
      const at = moment();
      page.setOnline(isOnline);
      return at;
    },
    shop: (seed: number) => shopAtRandom(isOpen().store, seed),
    ...createChanges(() => isOpen().store),
    whenShown: eye.whenShown,
    whenCounts: eye.whenCounts,
    look: () => ({ ...describeDevice(isOpen()), endings: entrance.endings() }),
    /** Who wrote what last, as far as this device's shopper is concerned. */
    testify: witness.testify,
  };
}

/** What is on screen, and what waits. */
function describeDevice({ store, sync }: OpenDevice) {
  const { pending, firstSync, rejected } = sync.status();
  const waiting = Math.max(pending, store.patches().length);
  return { lines: describeList(store.list), waiting, isComplete: firstSync === null, rejected };
}

function createEntrance(report: (isReachable: boolean) => void) {
  let endings = 0;
  let user: User | null = null;
  const access = createBackendAccess({
    clock,
    deviceId: readDeviceId(clock),
    report,
    onSignedOut: () => void (endings += 1),
    log: () => undefined,
  });
  return {
    access,
    user: () => user ?? bug('Nobody is signed in.'),
    /** How often the backend said that the session is over. */
    endings: () => endings,
    /** Signs in, or up. Gives the account's id; fails as the backend says. */
    async enter({ isNew, ...credentials }: Credentials & { readonly isNew: boolean }): Promise<string> {
      const { signIn, signUp } = access.accounts;
      const entered = await (isNew ? signUp : signIn)(credentials);
      if (!entered.ok) bug(`Nobody came in: ${entered.failure.type}`);
      user = entered.value;
      return user.id;
    },
  };
}

type OpenDevice = Awaited<ReturnType<typeof openOnDevice>>;

type Surroundings = Pick<Parameters<typeof startSync>[0], 'connection' | 'loadAccess'>;

/** No older version was ever here. */
const readLegacy = (): Promise<null> => Promise.resolve(null);

async function openOnDevice(user: User, surroundings: Surroundings) {
  const storage = createStorage(user.id, createUnloadJournal(user.id, clock.randomHex));
  const tabs = createTabs(user.id);
  const open = await openList({ storage, tabs, clock, order }, null);
  if (open.openFailure !== null) bug(`The list did not open: ${open.openFailure.type}`);
  const sync = await startSync({ ...surroundings, user, store: open.store, storage, clock, readLegacy });
  if (sync === null) bug('The disk does not answer.');
  return {
    store: open.store,
    sync,
    close() {
      sync.close();
      open.close();
      tabs.close();
    },
  };
}

function bug(says: string): never {
  throw new Error(says);
}
