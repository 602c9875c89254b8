/** Short writes of many callers, several in one transaction: under load the steps around a write cost more than the write. */
import { readErrorCode } from '#server/error-code.ts';
import { accountOf } from './become-caller.ts';
import type { Callers } from './callers.ts';
import { isRefusal } from './connection-lost.ts';
import type { Ask, AsksFor, CallerRequest, Database, RowChange, Sights, Statement } from './database.ts';
import { runAs } from './run-as.ts';
import type { RunParts } from './run-as.ts';
import { runWrites } from './run-writes.ts';
import type { ShortWrite } from './run-writes.ts';
import { sendStatement } from './send-statement.ts';

type Write = ShortWrite & {
  /** Whose it is; the writes of an account wait for each other in the database. */
  readonly account: string;
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (error: unknown) => void;
};

/** So many transactions at once: while one of them commits, others work, and reads have connections, too. */
const LANES = 3;
/** In one transaction. */
const MOST = 32;
/** Milliseconds; longer than short writes ever take. What would hold up a lane waits by itself (bootstrap/0010). */
const PATIENCE = 100;
/** For so long an account whose write failed or had to wait goes by itself, and who did not answer is not asked along; ms. */
const SUSPICION = 60_000;

/**
 * Gives `Database.shareAs`. A write that finds a lane free starts at once; those that come while all lanes are taken go
 * together in the next. If one of them fails, its transaction did not happen, and each is done again by itself.
 * @param now milliseconds since 1970
 * @param asksFor whom to ask along with a write that goes alone; where several wait, questions are better asked together, too
 */
export function createShareAs(parts: RunParts, now: () => number, asksFor: AsksFor = NOBODY): Database['shareAs'] {
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
  const slow = createSuspects(now);
  const run = async (writes: readonly Write[]): Promise<Committed> => {
    const [first] = writes;
    const asks = first === undefined || writes.length > 1 ? [] : asksFor(first.wanted);
    const quick = asks.filter(({ key }) => !slow.has(key));
    const committed = await commit(parts.callers, writes, quick);
    for (const { key } of committed.silent) slow.note(key);
    return committed;
  };
  const lanes = createLanes((writes) => settle(writes, run(writes), { runAlone, publish: parts.publish }));
  const share = (wanted: CallerRequest, statement: Statement): Promise<readonly object[]> =>
    new Promise((resolve, reject) => {
      const account = accountOf(wanted.caller);
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

/** Where nobody tells of changes. */
export const NOBODY: AsksFor = () => [];

type Ends = Pick<RunParts, 'publish'> & { readonly runAlone: (write: Write) => Promise<void> };

/** Each write hears of its own end. */
async function settle(writes: readonly Write[], run: Promise<Committed>, { runAlone, publish }: Ends): Promise<void> {
  const outcome = await run.catch((error: unknown) => ({ error }));
  if ('error' in outcome) {
    const { error } = outcome;
    const mayPass = mayPassAlone(error, writes);
    for (const write of writes) {
      if (mayPass) void runAlone(write);
      else write.reject(error);
    }
    return;
  }
  const { rowsByWrite, changes, sights } = outcome;
  // First of all those who listen: whoever wrote knows it already.
  if (changes.length > 0) publish(changes, sights);
  for (const write of writes) write.resolve(rowsByWrite.get(write) ?? []);
}

/** What was not its own fault: by itself a write may wait for a lock as long as its statement may take, and needs no kept one. */
const mayPassAlone = (error: unknown, writes: readonly Write[]): boolean =>
  isRefusal(error) && (writes.length > 1 || NOT_ITS_OWN.has(readErrorCode(error)));

/** A lock that is not to be had; a kept statement that is not there any more, is there already, or is outdated. */
const NOT_ITS_OWN: ReadonlySet<string> = new Set(['55P03', '26000', '42P05', '0A000']);

type Committed = {
  readonly rowsByWrite: ReadonlyMap<Write, readonly object[]>;
  readonly changes: readonly RowChange[];
  readonly sights: Sights;
  /** Who was asked along and did not answer. */
  readonly silent: readonly Ask[];
};

/** One transaction for all, in the order of the accounts: with the same order in every process nobody waits in a circle. */
async function commit(callers: Callers, writes: readonly Write[], asks: readonly Ask[]): Promise<Committed> {
  const ordered = writes.toSorted(byAccount);
  const written = await callers.lend((sql, kept) => runWrites(sql, kept, { writes: ordered, asks }));
  return {
    rowsByWrite: new Map(ordered.map((write, at) => [write, written[at] === undefined ? [] : [written[at].row]])),
    changes: written.flatMap(({ changes }) => changes),
    sights: new Map(written.flatMap(({ sights }) => [...sights])),
    silent: written.flatMap(({ silent }) => silent),
  };
}

function byAccount(one: Write, other: Write): number {
  if (one.account === other.account) return 0;
  return one.account < other.account ? -1 : 1;
}

/** Whoever failed or had to wait, for a time: so long no others pay for it. */
function createSuspects(now: () => number) {
  const untilByKey = new Map<string, number>();
  return {
    has: (key: string): boolean => (untilByKey.get(key) ?? 0) > now(),
    note(key: string): void {
      untilByKey.delete(key);
      untilByKey.set(key, now() + SUSPICION);
      const [oldest] = untilByKey.keys();
      if (untilByKey.size > 1000 && oldest !== undefined) untilByKey.delete(oldest);
    },
  };
}
