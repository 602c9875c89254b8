/** A device of an account in memory: the app's own lists and background sync over doubles of the disk and the backend. */
import type { Backend, BackendFailure } from '#client/ports/backend.ts';
import type { ListsBackend, Memberships } from '#client/ports/lists.ts';
import type { StorageFailure, SyncStorage } from '#client/ports/storage.ts';
import { createBackgroundSync } from '#client/lists/background-sync.ts';
import { openLists } from '#client/lists/lists.ts';
import { createIfNew } from '#device/backend/list-backend.ts';
import { type CycleResult, PULL_ORDER, runSyncCycle } from '#client/sync/sync-cycle.ts';
import type { Membership } from '#core/lists/lists-record.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { NO_LOCK, ORDER } from '#test/doubles/open-store.ts';
import type { Network } from '#test/sync/network.ts';
import type { DeviceDouble } from '#test/sync/device-double.ts';
import { checkReceived } from './lists-monitor.ts';
import { createDeviceLists, type DeviceLists } from './device-lists.ts';
import type { ListsRules } from './rules.ts';
import type { ListsServerDouble } from './lists-server.ts';
import type { AccountDevice } from './world.ts';

type Parts = {
  readonly account: string;
  readonly name: string;
  readonly server: ListsServerDouble;
  readonly network: Network;
  readonly rules: ListsRules;
  /** Called with an error that a page would only log. */
  readonly onError: (error: unknown) => void;
};

/** An account's device with what its disk has. */
export type AccountDeviceDouble = AccountDevice & { readonly stored: DeviceLists };

export function createAccountDevice(parts: Parts): AccountDeviceDouble {
  const { account, name, server, network } = parts;
  const stored = createDeviceLists(parts);
  const state: DeviceState = { stored, isOnline: true, listener: { wake() {} }, created: 0 };
  let now = 1000;
  let page: Page | null = null;
  const openedPage = async (): Promise<Page> => {
    if (page === null || page.isDead()) page = await openPage(parts, state, now);
    return page;
  };
  return {
    account,
    stored,
    async edit(listId, edits) {
      await stored.open(listId).edit(edits);
      (await openedPage()).syncSoon(listId);
    },
    undo: (listId) => stored.open(listId).undo(),
    redo: (listId) => stored.open(listId).redo(),
    async rename(listId, listName) {
      void (await openedPage()).lists.rename(listId, listName);
    },
    async shop(listId, trips) {
      await stored.shopper(listId).shop(trips);
      (await openedPage()).syncSoon(listId);
    },
    async create() {
      void (await openedPage()).lists.create(`${name} ${(state.created += 1)}`);
    },
    async remove(listId) {
      stored.allowDrop(listId);
      void (await openedPage()).lists.remove(listId);
    },
    async discard(listId) {
      stored.allowDrop(listId);
      void (await openedPage()).lists.discard(listId);
    },
    async keepUnsent(endedId, targetId) {
      void (await openedPage()).lists.keepUnsent(endedId, targetId);
    },
    async dismiss(endedId) {
      const { lists } = await openedPage();
      if (lists.entries().some(({ id, unsent }) => id === endedId && unsent !== null)) stored.allowDrop(endedId);
      void lists.dismiss(endedId);
    },
    async contact() {
      (await openedPage()).contact();
    },
    async wait(milliseconds) {
      now += milliseconds;
      (await openedPage()).clock.advance(milliseconds);
    },
    setOnline: (isOnline) => void (state.isOnline = isOnline),
    isOnline: () => state.isOnline,
    crash(calls) {
      page?.crashAfter(calls);
    },
    receiveMessage: () => network.deliverTo(state.listener),
    entries: () => stored.record().entries,
    storedIds: () => Promise.resolve(stored.ids()),
    rows: (listId) => stored.open(listId).rows(),
    isSignedOut: () => !server.hasAccount(account),
  };
}

type DeviceState = {
  readonly stored: DeviceLists;
  isOnline: boolean;
  readonly listener: { readonly wake: () => void };
  created: number;
};

type Page = Awaited<ReturnType<typeof openPage>>;

/** Opens the page: the account's lists, and the sync of all of them. */
async function openPage(parts: Parts, state: DeviceState, now: number) {
  const { account, rules, name } = parts;
  const clock = { ...createFakeClock(now), randomHex: () => toHex(name, (state.created += 1)) };
  const run = createPageRun(parts.onError);
  const { stored } = state;
  const hints = new Set<() => void>();
  const send: Send = (serve) =>
    state.isOnline
      ? parts.network.send(state.listener, { serve, reserve: () => null })
      : Promise.resolve(fail({ type: 'transient' }));
  const pullMemberships: ListsBackend['pullMemberships'] = async (cursor) => {
    const pulled = await send(() => parts.server.pullMemberships(account, cursor));
    // Only the confirmation of an end pulls from the beginning.
    return rules.endConfirmed || cursor > 0 || !pulled.ok ? pulled : ok(withAllEnded(stored, pulled.value));
  };
  const syncList = async (listId: string, memberships: Memberships): Promise<CycleResult> => {
    if (!rules.everyList && listId !== account) return { type: 'done', tables: [] };
    const list = await run(() => Promise.resolve(stored.open(listId)));
    const storage = runStorage(list, run, {
      isStored: () => stored.has(list),
      checkRows: (rows) => checkReceived(parts.server, { account, listId }, rows),
    });
    const backend = createBackend({ ...parts, listId, send, memberships });
    return runSyncCycle({ storage, backend, onDisk: () => Promise.resolve() }, PULL_ORDER);
  };
  const { disk } = stored;
  const lists = await openLists({
    userId: account,
    clock,
    order: ORDER,
    backend: {
      pullMemberships,
      deleteList: async (listId) =>
        void (await send(() => Promise.resolve(ok(parts.server.deleteList(account, listId))))),
      startSync: (toSync) =>
        createBackgroundSync({
          lists: toSync,
          lockOf: () => NO_LOCK,
          syncList: (listId) => syncList(listId, toSync.memberships),
          isOpen: () => false,
          clock,
          onHint(callback) {
            hints.add(callback);
            return () => hints.delete(callback);
          },
        }),
    },
    disk: {
      read: () => run(disk.read),
      change: (work) => run(() => disk.change(work)),
      onChange: () => () => undefined,
      summarize: (listId) => run(() => disk.summarize(listId)),
      savedLists: (listId) => run(() => disk.savedLists(listId)),
      names: (listId) => run(() => disk.names(listId)),
      collectUnsent: (listId) => run(() => disk.collectUnsent(listId)),
      createList: (listId, listName) => run(() => disk.createList(listId, listName)),
      renameList: (listId, listName) => run(() => disk.renameList(listId, listName)),
      restoreUnsent: (listId, patches) => run(() => disk.restoreUnsent(listId, patches)),
      importCopy: (listId, copy) => run(() => disk.importCopy(listId, copy)),
      removeList: (listId) => run(() => disk.removeList(listId)),
      close: () => undefined,
    },
  });
  return {
    lists,
    clock,
    syncSoon: lists.syncSoon,
    crashAfter: run.crashAfter,
    isDead: run.isDead,
    contact(): void {
      for (const hint of hints) hint();
      void lists.refresh();
    },
  };
}

const toHex = (name: string, count: number): string => `${name}${count.toString(16).padStart(16 - name.length, '0')}`;

/** The memberships of a backend that reports all lists as ended, for the rule `endConfirmed`. */
const withAllEnded = ({ record }: DeviceLists, pulled: readonly Membership[]): readonly Membership[] => [
  ...pulled,
  ...record().entries.map(({ id, role, version }) => ({ id, name: '', role, members: [], deleted: true, version })),
];

/** Runs the disk calls of a page until it crashes. Then they never end. */
function createPageRun(onError: (error: unknown) => void) {
  let callsLeft = Infinity;
  const never = new Promise<never>(() => undefined);
  const run = async <T>(call: () => Promise<T>): Promise<T> => {
    if (callsLeft <= 0) return never;
    callsLeft -= 1;
    try {
      return await call();
    } catch (error) {
      onError(error);
      return never;
    }
  };
  return Object.assign(run, {
    crashAfter: (calls: number): void => void (callsLeft = Math.min(callsLeft, calls)),
    isDead: () => callsLeft <= 0,
  });
}

type PageRun = ReturnType<typeof createPageRun>;

type ListChecks = {
  readonly isStored: () => boolean;
  readonly checkRows: (rows: readonly VersionedRow[]) => void;
};

/** The storage of a list, which fails once the list was removed from the device. */
function runStorage({ storage }: DeviceDouble, run: PageRun, { isStored, checkRows }: ListChecks): SyncStorage {
  const onDisk = <T>(call: () => Promise<Result<T, StorageFailure>>): Promise<Result<T, StorageFailure>> =>
    run(() => (isStored() ? call() : Promise.resolve(fail({ type: 'storage-closed' }))));
  return {
    readSync: () => onDisk(storage.readSync),
    nextGroup: () => onDisk(storage.nextGroup),
    acknowledge: (group, outcome) => onDisk(() => storage.acknowledge(group, outcome)),
    receive: (rows, pulled) =>
      onDisk(() => {
        checkRows(rows);
        return storage.receive(rows, pulled);
      }),
    markComplete: () => onDisk(storage.markComplete),
    resolveRejected: (id, how) => onDisk(() => storage.resolveRejected(id, how)),
  };
}

type Send = <T>(serve: () => Promise<Result<T, BackendFailure>>) => Promise<Result<T, BackendFailure>>;

type BackendParts = Pick<Parts, 'account' | 'server' | 'rules'> & {
  readonly listId: string;
  readonly send: Send;
  readonly memberships: Memberships;
};

/** The backend port of one list, as device/backend/list-backend.ts implements it. */
function createBackend({ account, server, rules, listId, send, memberships }: BackendParts): Backend {
  const target = rules.rightList ? listId : account;
  const pullAll: Backend['pullAll'] = async (rows) => {
    const pull = memberships.startPull();
    const pulled = await send(() => server.pull(account, listId, { rows, memberships: pull.cursor }));
    if (!pulled.ok) return pulled;
    await pull.receive(pulled.value.memberships);
    return ok(pulled.value.pages);
  };
  return {
    async createIfNew() {
      const create = (name: string) => send(() => server.createList(account, { id: listId, name }));
      return rules.createdFirst ? createIfNew(memberships, listId, create) : ok(null);
    },
    push: (group) => send(() => server.push(account, target, group)),
    async pull(table, cursor) {
      const pulled = await pullAll({ [table]: cursor });
      return pulled.ok ? ok(pulled.value[table] ?? { rows: [], isFull: false }) : pulled;
    },
    pullAll,
    answersPosts: () => Promise.resolve(true),
    provisionDefaults: () => Promise.resolve(ok(null)),
    reportSync: () => Promise.resolve(ok(null)),
  };
}
