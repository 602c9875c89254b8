/** Short writes of many callers, several in one transaction: under load the steps around a write cost more than the write. */
import { readErrorCode } from '#server/error-code.ts';
import { becomeCaller, takeChanges } from './become-caller.ts';
import { isRefusal } from './connection-lost.ts';
import type { CallerRequest, Database, RowChange, Statement } from './database.ts';
import { inOneTrip } from './one-trip.ts';
import { runAs } from './run-as.ts';
import type { RunParts } from './run-as.ts';
import { sendStatement } from './send-statement.ts';

type Write = {
  readonly wanted: CallerRequest;
  readonly statement: Statement;
  /** Whose it is; the writes of an account wait for each other in the database. */
  readonly account: string;
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (error: unknown) => void;
};

/** So many transactions at once: while one of them commits, others work, and reads have connections, too. */
const LANES = 3;
/** In one transaction. The driver sends so many statements without waiting. */
const MOST = 32;
/** Milliseconds; longer than short writes ever take. What would hold up a lane waits by itself. */
const PATIENCE = 100;
/** For so long an account whose write failed or had to wait goes by itself; milliseconds. */
const SUSPICION = 60_000;

/**
 * Gives `Database.shareAs`. A write that finds a lane free starts at once; those that come while all lanes are taken go
 * together in the next. If one of them fails, its transaction did not happen, and each is done again by itself.
 * @param now milliseconds since 1970
 */
export function createShareAs(parts: RunParts, now: () => number): Database['shareAs'] {
  const suspects = createSuspects(now);
  const runAlone = async ({ wanted, statement, account, resolve, reject }: Write): Promise<void> => {
    const begun = now();
    try {
      const transaction = { ...wanted, readOnly: false };
      resolve(await runAs(parts, transaction, (tx) => sendStatement(tx, statement)));
      if (now() - begun > PATIENCE) suspects.note(account);
    } catch (error) {
      suspects.note(account);
      reject(error);
    }
  };
  const lanes = createLanes((writes) => settle(parts, writes, runAlone));
  const share = (wanted: CallerRequest, statement: Statement): Promise<readonly object[]> =>
    new Promise((resolve, reject) => {
      const { sub } = wanted.caller.claims;
      const account = typeof sub === 'string' ? sub : '';
      const write = { wanted, statement, account, resolve, reject };
      if (suspects.has(account)) void runAlone(write);
      else lanes.add(write);
    });
  // Who writes a statement knows what its rows are, as with the driver itself.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return share as Database['shareAs'];
}

/** Brings writes to their transactions; no two of them at once have writes of one account. */
function createLanes(run: (writes: readonly Write[]) => Promise<void>) {
  let waiting: readonly Write[] = [];
  let taken = 0;
  const underWay = new Set<string>();
  const drive = async (writes: readonly Write[]): Promise<void> => {
    taken += 1;
    for (const { account } of writes) underWay.add(account);
    try {
      await run(writes);
    } finally {
      for (const { account } of writes) underWay.delete(account);
      taken -= 1;
      start();
    }
  };
  const start = (): void => {
    const free = taken === LANES ? [] : waiting.filter(({ account }) => !underWay.has(account));
    if (free.length === 0) return;
    const writes = new Set(free.slice(0, MOST));
    waiting = waiting.filter((write) => !writes.has(write));
    void drive([...writes]);
    start();
  };
  return {
    add(write: Write): void {
      waiting = [...waiting, write];
      start();
    },
  };
}

/** Each write hears of its own end. */
async function settle(
  parts: RunParts,
  writes: readonly Write[],
  runAlone: (write: Write) => Promise<void>,
): Promise<void> {
  const outcome = await commit(parts, writes).catch((error: unknown) => ({ error }));
  if ('error' in outcome) {
    const { error } = outcome;
    const mayPass = mayPassAlone(error, writes);
    for (const write of writes) {
      if (mayPass) void runAlone(write);
      else write.reject(error);
    }
    return;
  }
  const { rowsByWrite, changes } = outcome;
  for (const write of writes) write.resolve(rowsByWrite.get(write) ?? []);
  if (changes.length > 0) parts.publish(changes);
}

/** By itself a write may wait for a lock as long as its statement may take. */
const mayPassAlone = (error: unknown, writes: readonly Write[]): boolean =>
  isRefusal(error) && (writes.length > 1 || readErrorCode(error) === LOCK_NOT_AVAILABLE);

const LOCK_NOT_AVAILABLE = '55P03';

type Committed = {
  readonly rowsByWrite: ReadonlyMap<Write, readonly object[]>;
  readonly changes: readonly RowChange[];
};

/** One transaction for all, in the order of the accounts: with the same order in every process nobody waits in a circle. */
function commit({ callers }: RunParts, writes: readonly Write[]): Promise<Committed> {
  return inOneTrip(callers, 'begin', async (tx) => {
    const isLimited = tx`select set_config('lock_timeout', ${String(PATIENCE)}, true)`.execute();
    const taken: Promise<readonly RowChange[]>[] = [];
    const sent: Promise<void>[] = [];
    const rowsByWrite = new Map<Write, readonly object[]>();
    for (const write of writes.toSorted(byAccount)) {
      taken.push(becomeCaller(tx, write.wanted));
      sent.push(sendStatement(tx, write.statement).then((rows) => void rowsByWrite.set(write, rows)));
    }
    taken.push(takeChanges(tx));
    const [changes] = await Promise.all([Promise.all(taken), Promise.all(sent), isLimited]);
    return { rowsByWrite, changes: changes.flat() };
  });
}

function byAccount(one: Write, other: Write): number {
  if (one.account === other.account) return 0;
  return one.account < other.account ? -1 : 1;
}

/** Accounts whose write failed or had to wait: for a time they go by themselves, so that no others pay for what they send. */
function createSuspects(now: () => number) {
  const untilByAccount = new Map<string, number>();
  return {
    has: (account: string): boolean => (untilByAccount.get(account) ?? 0) > now(),
    note(account: string): void {
      untilByAccount.delete(account);
      untilByAccount.set(account, now() + SUSPICION);
      const [oldest] = untilByAccount.keys();
      if (untilByAccount.size > 1000 && oldest !== undefined) untilByAccount.delete(oldest);
    },
  };
}
