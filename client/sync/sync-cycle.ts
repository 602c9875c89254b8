/** One sync cycle: pushes waiting changes, then pulls new rows (architecture section 4). */
import type { TableName } from '#core/list/row.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { newestVersion, type VersionedRow } from '#core/sync/versioned-row.ts';
import { judgeRefusal, judgeSuspicion } from '#core/sync/push.ts';
import type { PushGroup, Cursors } from '#core/sync/sync-record.ts';
import type { Backend, BackendFailure, Page, Pages } from '#client/ports/backend.ts';
import type { PushOutcome, StorageFailure, SyncState, SyncStorage, Written } from '#client/ports/storage.ts';

export const PULL_ORDER: readonly TableName[] = ['categories', 'items', 'savedLists', 'listRow'];

export type CycleParts = {
  readonly storage: SyncStorage;
  readonly backend: Backend;
  /** Called after every write to the disk, so that the screen and the other tabs show it. */
  readonly onDisk: (written: Written) => Promise<void>;
};

/** How a sync cycle ended. */
export type CycleResult =
  /** Everything is sent, and these tables are pulled. */
  | { readonly type: 'done'; readonly tables: readonly TableName[] }
  /** Try again later, with these tables; if the backend asked to wait or the disk is full, not before that time is over. */
  | {
      readonly type: 'retry';
      readonly tables: readonly TableName[];
      readonly retryAfterMs: number | null;
      /** Why the backend refuses to create the list, in its words. */
      readonly refusal?: string | undefined;
    }
  /** The user has to sign in again. */
  | { readonly type: 'signed-out' }
  /** The list is not one of the account's anymore. */
  | { readonly type: 'not-a-member' };

/** Why a cycle stopped before its end. */
type Stop = Exclude<BackendFailure, { readonly type: 'refused' }> & { readonly refusal?: string };
type Step = Promise<Result<unknown, Stop>>;

/** Why the push stopped, and the group if its data may be the reason. */
type PushStop = Stop & { readonly suspect?: { readonly group: PushGroup; readonly message: string } };
type PushStep = Promise<Result<unknown, PushStop>>;

/** The disk refused, or the cycle cannot continue for another reason that may pass. */
const LATER = fail({ type: 'transient' } as const);

/** Milliseconds after which a full disk is tried again: each attempt downloads the same rows. */
const FULL_DISK_MS = 60_000;

const afterDisk = ({ type }: StorageFailure): Result<never, Stop> =>
  type === 'storage-full' ? fail({ type: 'transient', retryAfterMs: FULL_DISK_MS }) : LATER;

/**
 * Runs one sync cycle. The first failure ends it; what was done until then is kept.
 * @param tables the tables to pull after the push
 */
export async function runSyncCycle(parts: CycleParts, tables: readonly TableName[]): Promise<CycleResult> {
  const ended = await runSteps(parts, tables);
  if (ended.ok) return { type: 'done', tables };
  const { failure } = ended;
  if (failure.type !== 'transient') return failure;
  return { type: 'retry', tables, retryAfterMs: failure.retryAfterMs ?? null, refusal: failure.refusal };
}

async function runSteps(parts: CycleParts, tables: readonly TableName[]): Step {
  const created = await parts.backend.createIfNew();
  if (!created.ok) return stopUncreated(created.failure);
  const read = await parts.storage.readSync();
  if (!read.ok) return LATER;
  if (!read.value.isComplete) return runFirstCycle(parts, read.value);
  const pushed = await pushAll(parts);
  const pulled = await pullAfter(parts, pushed, tables);
  if (!pulled.ok) return pulled;
  // A pull can show that a restored backend has lost a row, which then has to be sent again.
  return pushed.ok ? pushAll(parts) : resumePush(parts, pushed.failure);
}

/** Pulls after a push, unless that has shown that the backend would not answer. */
async function pullAfter(parts: CycleParts, pushed: Awaited<PushStep>, tables: readonly TableName[]): Step {
  if (pushed.ok) return pullTables(parts, tables);
  if (!mayAnswerOthers(pushed.failure)) return pushed;
  const { suspect } = pushed.failure;
  // Only an answer to another request shows that the data is the reason.
  return pullTables(parts, suspect && tables.length === 0 ? [suspect.group.table] : tables);
}

/** A change that the backend fails on again and again must not keep the changes of others from this device. */
const mayAnswerOthers = (failure: Stop): boolean =>
  failure.type === 'transient' && failure.mayAnswerOthers === true && failure.retryAfterMs === undefined;

/**
 * Once the backend has answered the pull, counts a refusal of the push that may come from a gateway, and treats the third one as real.
 * A server that answers only GETs, such as one under maintenance, proves nothing.
 */
async function resumePush(parts: CycleParts, stop: PushStop): Step {
  const { suspect } = stop;
  if (suspect === undefined || !(await parts.backend.answersPosts())) return fail(stop);
  const outcome = judgeSuspicion(suspect.group, suspect.message);
  const recorded = await recordOutcome(parts, suspect.group, outcome);
  if (!recorded.ok) return recorded;
  if (outcome.type === 'suspected') return fail(stop);
  const pushed = await pushAll(parts);
  return pushed.ok ? pushed : resumePush(parts, pushed.failure);
}

/** The first cycle on this device pulls every table, after the push: the pull may take long, or never succeed. */
async function runFirstCycle(parts: CycleParts, { cursors }: SyncState): Step {
  const provisioned = await provisionIfMissing(parts, cursors);
  if (!provisioned.ok) return stopAfter(provisioned.failure);
  const pushed = await pushAll(parts);
  const pulled = await pullAfter(parts, pushed, PULL_ORDER);
  if (!pulled.ok) return pulled;
  const marked = await parts.storage.markComplete();
  await parts.onDisk(null);
  if (!marked.ok) return LATER;
  return pushed.ok ? pushed : resumePush(parts, pushed.failure);
}

/** Adds defaults that an interrupted sign-up left out. Before the push, whose rows would hide that they are missing. */
async function provisionIfMissing(parts: CycleParts, cursors: Cursors): Promise<Result<unknown, BackendFailure>> {
  const pages = await pullFirstPages(parts, positionsOf(['categories', 'listRow'], cursors));
  if (!pages.ok || isProvisioned(pages.value)) return pages;
  const provisioned = await parts.backend.provisionDefaults();
  // A refusal must not keep the list from syncing (spec section 8).
  return provisioned.ok || provisioned.failure.type !== 'refused' ? provisioned : ok(null);
}

/** A deleted category counts as present. The list's own row is always there. */
const isProvisioned = ({ categories }: Pages): boolean => (categories?.rows.length ?? 0) > 0;

/** Sends group after group, one request at a time, until the outbox is empty. */
async function pushAll(parts: CycleParts): PushStep {
  for (;;) {
    const next = await parts.storage.nextGroup();
    if (!next.ok) return LATER;
    if (next.value === null) return next;
    const pushed = await pushGroup(parts, next.value);
    if (!pushed.ok) return pushed;
  }
}

async function pushGroup(parts: CycleParts, group: PushGroup): PushStep {
  const sent = await parts.backend.push(group);
  if (!sent.ok) return handlePushFailure(parts, group, sent.failure);
  const rows = sent.value;
  if (rows.length < group.patches.length) {
    // The backend skipped patches that it had already applied. Only a pull shows the rows they made (product Y1).
    const pulled = await pullTables(parts, [group.table]);
    if (!pulled.ok) return pulled;
  }
  const acknowledged = await parts.storage.acknowledge(group, { type: 'accepted', rows });
  await parts.onDisk(acknowledged.ok ? acknowledged.value : null);
  return acknowledged.ok ? acknowledged : afterDisk(acknowledged.failure);
}

async function handlePushFailure(parts: CycleParts, group: PushGroup, failure: BackendFailure): PushStep {
  switch (failure.type) {
    case 'transient':
      // The next attempt is half as large, under the same numbers: the backend may have applied the rows after all (product Y6).
      if (failure.isTooSlow === true && group.patches.length > 1)
        await parts.storage.acknowledge(group, { type: 'bisect' });
      return fail(withSuspect(failure, group));
    case 'signed-out':
    case 'not-a-member':
      return fail(failure);
    case 'refused':
      return recordOutcome(parts, group, judge(failure, group));
  }
}

const withSuspect = (failure: Transient, group: PushGroup): PushStop => {
  const { suspectedRefusal: message } = failure;
  return message === undefined ? failure : { ...failure, suspect: { group, message } };
};

type Transient = Extract<BackendFailure, { readonly type: 'transient' }>;
type Refusal = Extract<BackendFailure, { readonly type: 'refused' }>;

/** A full account would refuse row after row. */
const judge = ({ message, isAccountFull }: Refusal, group: PushGroup): PushOutcome =>
  isAccountFull === true ? { type: 'rejected', message } : judgeRefusal(group, message);

async function recordOutcome({ storage, onDisk }: CycleParts, group: PushGroup, outcome: PushOutcome): Step {
  const acknowledged = await storage.acknowledge(group, outcome);
  await onDisk(null);
  return acknowledged.ok ? acknowledged : LATER;
}

async function pullTables(parts: CycleParts, tables: readonly TableName[]): Step {
  if (tables.length === 0) return ok(null);
  const read = await parts.storage.readSync();
  if (!read.ok) return LATER;
  const positions = positionsOf(tables, read.value.cursors);
  const pages = await pullFirstPages(parts, positions);
  return pages.ok ? pullPages(parts, positions, pages.value) : stopAfter(pages.failure);
}

/** Pulls one table after the other, page by page above its cursor, until a page is not full (product Y5). */
async function pullPages(parts: CycleParts, positions: readonly PullPosition[], first: Pages): Step {
  const pages = new Map(Object.entries(first));
  let request = requestNext(parts, positions, pages);
  while (request !== null) {
    const page = await request.answer;
    if (!page.ok) return stopAfter(page.failure);
    const { rows, isFull } = page.value;
    const reached = {
      table: request.table,
      cursor: newestVersion(request.cursor, ...rows.map(({ version }) => version)),
    };
    // Requests the next page while this one is written. Its rows count only if every page before it was stored.
    request = requestNext(parts, isFull ? [reached, ...request.others] : request.others, pages);
    const stored = await storePage(parts, rows, reached);
    if (!stored.ok) return afterDisk(stored.failure);
  }
  return ok(null);
}

/** A table, and the version up to which it was pulled. */
type PullPosition = { readonly table: TableName; readonly cursor: number };

const positionsOf = (tables: readonly TableName[], cursors: Cursors): readonly PullPosition[] =>
  tables.map((table) => ({ table, cursor: cursors[table] }));

/** The first page of several tables in one request; nothing for a single table. */
const pullFirstPages = (
  { backend }: CycleParts,
  positions: readonly PullPosition[],
): Promise<Result<Pages, BackendFailure>> =>
  positions.length > 1
    ? backend.pullAll(Object.fromEntries(positions.map(({ table, cursor }) => [table, cursor])))
    : Promise.resolve(ok({}));

/** @param pages the pages that have arrived already; the one used is removed */
function requestNext({ backend }: CycleParts, [next, ...others]: readonly PullPosition[], pages: Map<string, Page>) {
  if (next === undefined) return null;
  const page = pages.get(next.table);
  pages.delete(next.table);
  const answer = page ? Promise.resolve(ok(page)) : backend.pull(next.table, next.cursor);
  // If the page before cannot be stored, this answer is never awaited, and its failure must not count as unhandled.
  answer.catch(() => undefined);
  return { ...next, others, answer };
}

async function storePage(
  { storage, onDisk }: CycleParts,
  rows: readonly VersionedRow[],
  { table, cursor }: PullPosition,
): Promise<Result<unknown, StorageFailure>> {
  if (rows.length === 0) return ok(null);
  const received = await storage.receive(rows, { [table]: cursor });
  if (received.ok) await onDisk(received.value);
  return received;
}

/** Unlike a row, a new list cannot be left out: every other request needs it. */
const stopUncreated = (failure: BackendFailure): Result<never, Stop> =>
  failure.type === 'refused' ? fail({ type: 'transient', refusal: failure.message }) : fail(failure);

/** A refusal is retried later, because it may be temporary. Only a refused push can have its data as the reason. */
const stopAfter = (failure: BackendFailure): Result<never, Stop> =>
  failure.type === 'refused' ? LATER : fail(failure);
