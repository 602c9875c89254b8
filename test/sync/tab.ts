/** One tab of a device: runs the real sync cycle, and stops at every await until the simulation continues it. */
import type { Backend, BackendFailure, Page } from '#client/ports/backend.ts';
import type { SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { runSyncCycle, TABLES } from '#client/sync/sync-cycle.ts';
import type { TableName } from '#core/list/row.ts';
import { ok } from '#core/result.ts';
import type { Cursors } from '#core/sync/sync-record.ts';
import type { Result } from '#core/result.ts';
import type { Network } from './network.ts';
import type { Reservation, Server } from './server.ts';

export type Tab = {
  /** Starts a sync cycle unless one is running. */
  readonly start: () => Promise<void>;
  /** Lets the cycle make its next disk call; false where it is not waiting for the disk. */
  readonly proceed: () => Promise<boolean>;
  /** Delivers a message to the tab; false if there is none. */
  readonly hear: () => Promise<boolean>;
  /** The tab crashed: its cycle never continues. */
  readonly crash: () => void;
  /** Waits until the cycle is over, or waits for the disk or a message. */
  readonly whenStill: () => Promise<void>;
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
  let life: Life | null = null;
  const whenStill = (): Promise<void> => life?.whenStill() ?? Promise.resolve();
  return {
    async start() {
      if (life !== null && !life.isOver()) return;
      const begun = createLife();
      life = begun;
      const parts = {
        storage: gateStorage(storage, begun),
        backend: createBackend({ server, network, life: begun, pullsAll }),
        onDisk,
      };
      void runSyncCycle(parts, TABLES).then(() => begun.end());
      await whenStill();
    },
    async proceed() {
      const hasGone = life?.takeJob() ?? false;
      await whenStill();
      return hasGone;
    },
    async hear() {
      const hasHeard = life !== null && (await network.deliverTo(life));
      await whenStill();
      return hasHeard;
    },
    crash() {
      life = null;
    },
    whenStill,
    isRunning: () => life !== null && !life.isOver(),
  };
}

/** One sync cycle, from its start to its end or to the crash. */
type Life = ReturnType<typeof createLife>;

function createLife() {
  let job: (() => void) | null = null;
  let isOver = false;
  let isStill = false;
  let awaited = 0;
  let onStill: (() => void) | null = null;
  const rest = (): void => {
    isStill = true;
    onStill?.();
    onStill = null;
  };
  return {
    isOver: () => isOver,
    end(): void {
      isOver = true;
      rest();
    },
    whenStill: (): Promise<void> =>
      isStill
        ? Promise.resolve()
        : new Promise((resolve) => {
            onStill = resolve;
          }),
    /** Runs work when the simulation continues the tab. */
    whenTold: <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve) => {
        job = () => resolve(work());
        rest();
      }),
    takeJob(): boolean {
      const next = job;
      job = null;
      if (next === null) return false;
      isStill = false;
      next();
      return true;
    },
    /** Waits for a message. */
    whenHeard<T>(message: Promise<T>): Promise<T> {
      awaited += 1;
      rest();
      return message;
    },
    /** A message arrived. A tab that is busy with something else continues with that. */
    wake(): void {
      awaited = Math.max(0, awaited - 1);
      if (job === null && awaited === 0) isStill = false;
    },
  };
}

const gateStorage = (storage: SyncStorage, { whenTold }: Life): SyncStorage => ({
  readSync: () => whenTold(storage.readSync),
  nextGroup: () => whenTold(storage.nextGroup),
  acknowledge: (group, outcome) => whenTold(() => storage.acknowledge(group, outcome)),
  receive: (rows, pulled) => whenTold(() => storage.receive(rows, pulled)),
  markComplete: () => whenTold(storage.markComplete),
  resolveRejected: (id, how) => whenTold(() => storage.resolveRejected(id, how)),
});

type BackendParts = Pick<Parts, 'server' | 'network' | 'pullsAll'> & { readonly life: Life };

/** The backend port over messages. */
function createBackend({ server, network, life, pullsAll }: BackendParts): Backend {
  const ask = <T>(
    serve: (reserved: Reservation) => Promise<Result<T, BackendFailure>>,
    reserve: () => Reservation = () => null,
  ): Promise<Result<T, BackendFailure>> => {
    const answer = network.ask(life, { serve, reserve });
    let isThere = false;
    void answer.then(() => void (isThere = true));
    const then: typeof answer.then = (...given) => (isThere ? answer : life.whenHeard(answer)).then(...given);
    // A cycle may send a request and await the answer later: only then is it idle.
    // oxlint-disable-next-line unicorn/no-thenable
    return { then, catch: (...given) => answer.catch(...given) } as typeof answer;
  };
  return {
    push: (group) =>
      ask(
        (reserved) => server.push(group, reserved),
        () => server.reserve(group),
      ),
    pull: (table, cursor) => ask(() => server.pull(table, cursor)),
    pullAll: (cursors) => (pullsAll ? ask(() => pullAll(server, cursors)) : Promise.resolve(ok({}))),
    provisionDefaults: () => ask(() => Promise.resolve(ok(null))),
    reportSync: () => Promise.resolve(ok(null)),
  };
}

async function pullAll(server: Server, cursors: Partial<Cursors>): ReturnType<Backend['pullAll']> {
  const pages: Partial<Record<TableName, Page>> = {};
  for (const table of TABLES) {
    const cursor = cursors[table];
    const page = cursor === undefined ? null : await server.pull(table, cursor);
    if (page?.ok === true) pages[table] = page.value;
  }
  return ok(pages);
}
