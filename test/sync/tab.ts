/** One tab of a device: runs the real sync cycle, and stops at every await until the simulation continues it. */
import type { Backend, BackendFailure, Page } from '#client/ports/backend.ts';
import type { SyncStorage, Written } from '#client/ports/storage.ts';
import { PULL_ORDER, runSyncCycle } from '#client/sync/sync-cycle.ts';
import type { TableName } from '#core/list/row.ts';
import { ok, type Result } from '#core/result.ts';
import type { Cursors } from '#core/sync/sync-record.ts';
import type { Network } from './network.ts';
import type { Reservation, Server } from './server.ts';

export type Tab = {
  /** Starts a sync cycle unless one is running. */
  readonly start: () => Promise<void>;
  /** Runs the next disk call of the cycle. Returns false if the cycle does not wait for the disk. */
  readonly runDiskCall: () => Promise<boolean>;
  /** Delivers a message to the tab. Returns false if there is none. */
  readonly receiveMessage: () => Promise<boolean>;
  /** Crashes the tab: its cycle never continues. */
  readonly crash: () => void;
  /** Waits until the cycle is over, or waits for the disk or a message. */
  readonly whenIdle: () => Promise<void>;
  readonly isRunning: () => boolean;
};

type Parts = {
  readonly storage: SyncStorage;
  readonly server: Server;
  readonly network: Network;
  /** Whether this tab can pull several tables in one request. */
  readonly pullsAll: boolean;
  readonly onDisk: (written: Written) => Promise<void>;
};

export function createTab({ storage, server, network, pullsAll, onDisk }: Parts): Tab {
  let cycle: Cycle | null = null;
  const whenIdle = (): Promise<void> => cycle?.whenIdle() ?? Promise.resolve();
  return {
    async start() {
      if (cycle !== null && !cycle.isOver()) return;
      const begun = createCycle();
      cycle = begun;
      const parts = {
        storage: gateStorage(storage, begun),
        backend: createBackend({ server, network, cycle: begun, pullsAll }),
        onDisk,
      };
      void runSyncCycle(parts, PULL_ORDER).then(() => begun.end());
      await whenIdle();
    },
    async runDiskCall() {
      const hasRun = cycle?.runJob() ?? false;
      await whenIdle();
      return hasRun;
    },
    async receiveMessage() {
      const hasReceived = cycle !== null && (await network.deliverTo(cycle));
      await whenIdle();
      return hasReceived;
    },
    crash() {
      cycle = null;
    },
    whenIdle,
    isRunning: () => cycle !== null && !cycle.isOver(),
  };
}

/** One sync cycle, from its start to its end or to the crash. */
type Cycle = ReturnType<typeof createCycle>;

function createCycle() {
  let job: (() => void) | null = null;
  let isOver = false;
  let isIdle = false;
  let awaited = 0;
  let onIdle: (() => void) | null = null;
  const becomeIdle = (): void => {
    isIdle = true;
    onIdle?.();
    onIdle = null;
  };
  return {
    isOver: () => isOver,
    end(): void {
      isOver = true;
      becomeIdle();
    },
    whenIdle: (): Promise<void> =>
      isIdle
        ? Promise.resolve()
        : new Promise((resolve) => {
            onIdle = resolve;
          }),
    /** Runs work when the simulation continues the tab. */
    whenResumed: <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve) => {
        job = () => resolve(work());
        becomeIdle();
      }),
    runJob(): boolean {
      const next = job;
      job = null;
      if (next === null) return false;
      isIdle = false;
      next();
      return true;
    },
    /** Waits for a message. */
    whenAnswered<T>(message: Promise<T>): Promise<T> {
      awaited += 1;
      becomeIdle();
      return message;
    },
    /** Reports a message. A tab that also waits for the disk stays idle. */
    wake(): void {
      awaited = Math.max(0, awaited - 1);
      if (job === null && awaited === 0) isIdle = false;
    },
  };
}

const gateStorage = (storage: SyncStorage, { whenResumed }: Cycle): SyncStorage => ({
  readSync: () => whenResumed(storage.readSync),
  nextGroup: () => whenResumed(storage.nextGroup),
  acknowledge: (group, outcome) => whenResumed(() => storage.acknowledge(group, outcome)),
  receive: (rows, pulled) => whenResumed(() => storage.receive(rows, pulled)),
  markComplete: () => whenResumed(storage.markComplete),
  resolveRejected: (id, how) => whenResumed(() => storage.resolveRejected(id, how)),
});

type BackendParts = Pick<Parts, 'server' | 'network' | 'pullsAll'> & { readonly cycle: Cycle };

/** The backend port over messages. */
function createBackend({ server, network, cycle, pullsAll }: BackendParts): Backend {
  const send = <T>(
    serve: (reserved: Reservation) => Promise<Result<T, BackendFailure>>,
    reserve: () => Reservation = () => null,
  ): Promise<Result<T, BackendFailure>> => {
    const answer = network.send(cycle, { serve, reserve });
    let hasArrived = false;
    void answer.then(() => void (hasArrived = true));
    const then: typeof answer.then = (...given) => (hasArrived ? answer : cycle.whenAnswered(answer)).then(...given);
    // A cycle may send a request and await the answer later: only then is it idle.
    // oxlint-disable-next-line unicorn/no-thenable
    return { then, catch: (...given) => answer.catch(...given) } as typeof answer;
  };
  return {
    createIfNew: () => Promise.resolve(ok(null)),
    push: (group) =>
      send(
        (reserved) => server.push(group, reserved),
        () => server.reserve(group),
      ),
    pull: (table, cursor) => send(() => server.pull(table, cursor)),
    pullAll: (cursors) => (pullsAll ? send(() => pullAll(server, cursors)) : Promise.resolve(ok({}))),
    answersPosts: () => Promise.resolve(true),
    provisionDefaults: () => send(() => Promise.resolve(ok(null))),
    reportSync: () => Promise.resolve(ok(null)),
  };
}

async function pullAll(server: Server, cursors: Partial<Cursors>): ReturnType<Backend['pullAll']> {
  const pages: Partial<Record<TableName, Page>> = {};
  for (const table of PULL_ORDER) {
    const cursor = cursors[table];
    const page = cursor === undefined ? null : await server.pull(table, cursor);
    if (page?.ok === true) pages[table] = page.value;
  }
  return ok(pages);
}
