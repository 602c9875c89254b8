/** One tab of a device: it runs the real sync pass, and stops at every await until it is told to go on. */
import type { Backend, BackendFailure, Page } from '#client/ports/backend.ts';
import type { SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { runPass, TABLES } from '#client/sync/pass.ts';
import type { TableName } from '#core/list/row.ts';
import { ok } from '#core/result.ts';
import type { Cursors } from '#core/sync/outgoing.ts';
import type { Result } from '#core/result.ts';
import type { Air } from './air.ts';
import type { Reservation, Server } from './server.ts';

export type Tab = {
  /** Starts a pass unless one is under way. */
  readonly start: () => Promise<void>;
  /** Lets the pass do the next thing on the disk; false where it does not wait for the disk. */
  readonly proceed: () => Promise<boolean>;
  /** A message for it arrives; false where none is under way. */
  readonly hear: () => Promise<boolean>;
  /** The tab is gone: its pass never goes on. */
  readonly crash: () => void;
  /** Waits until the pass waits, for the disk or for a message, or is over. */
  readonly whenStill: () => Promise<void>;
  readonly isRunning: () => boolean;
};

type Parts = {
  readonly storage: SyncStorage;
  readonly server: Server;
  readonly air: Air;
  /** Whether this tab is given several tables at once. */
  readonly pullsAll: boolean;
  readonly onDisk: (written: Written) => Promise<void>;
};

export function createTab({ storage, server, air, pullsAll, onDisk }: Parts): Tab {
  let life: Life | null = null;
  const whenStill = (): Promise<void> => life?.whenStill() ?? Promise.resolve();
  return {
    async start() {
      if (life !== null && !life.isOver()) return;
      const begun = createLife();
      life = begun;
      const pass = {
        storage: gateStorage(storage, begun),
        backend: createBackend({ server, air, life: begun, pullsAll }),
        onDisk,
      };
      void runPass(pass, TABLES).then(() => begun.end());
      await whenStill();
    },
    async proceed() {
      const hasGone = life?.takeJob() ?? false;
      await whenStill();
      return hasGone;
    },
    async hear() {
      const hasHeard = life !== null && (await air.deliverTo(life));
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

/** One pass, from its start to its end or to the crash. */
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
    /** Does this once the tab is told to go on. */
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
    /** It waits for a message, and for nothing before it. */
    whenHeard<T>(message: Promise<T>): Promise<T> {
      awaited += 1;
      rest();
      return message;
    },
    /** A message came. Whoever does something else meanwhile goes on with that. */
    wake(): void {
      awaited = Math.max(0, awaited - 1);
      if (job === null && awaited === 0) isStill = false;
    },
  };
}

const gateStorage = (storage: SyncStorage, { whenTold }: Life): SyncStorage => ({
  readSync: () => whenTold(storage.readSync),
  nextGroup: () => whenTold(storage.nextGroup),
  settle: (group, settlement) => whenTold(() => storage.settle(group, settlement)),
  receive: (rows, pulled) => whenTold(() => storage.receive(rows, pulled)),
  noteComplete: () => whenTold(storage.noteComplete),
  clearTray: (id, how) => whenTold(() => storage.clearTray(id, how)),
});

type BackendParts = Pick<Parts, 'server' | 'air' | 'pullsAll'> & { readonly life: Life };

/** The backend port over messages. */
function createBackend({ server, air, life, pullsAll }: BackendParts): Backend {
  const ask = <T>(
    serve: (reserved: Reservation) => Promise<Result<T, BackendFailure>>,
    reserve: () => Reservation = () => null,
  ): Promise<Result<T, BackendFailure>> => {
    const answer = air.ask(life, { serve, reserve });
    let isThere = false;
    void answer.then(() => void (isThere = true));
    const then: typeof answer.then = (...given) => (isThere ? answer : life.whenHeard(answer)).then(...given);
    // A pass may ask, and wait for the answer later: only then does it stand still. Nothing else is done with it.
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
    furnish: () => ask(() => Promise.resolve(ok(null))),
    noteSync: () => Promise.resolve(ok(null)),
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
