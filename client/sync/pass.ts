/** One sync pass: push what is waiting, then pull what is new (architecture section 4). */
import type { TableName } from '#core/list/row.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Cursors } from '#core/sync/outgoing.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Backend, BackendFailure, Page } from '#client/ports/backend.ts';
import type { SyncState, SyncStorage, Written } from '#client/ports/sync-storage.ts';

export const TABLES: readonly TableName[] = ['categories', 'items', 'savedLists', 'profile'];

export type PassParts = {
  readonly storage: SyncStorage;
  readonly backend: Backend;
  /** The disk was changed: the screen, and the other tabs, want to know. */
  readonly onDisk: (written: Written) => Promise<void>;
};

/** How a pass ended: all is sent and read; it has to be tried again; or the shopper has to sign in again. */
export type PassEnd = 'done' | 'later' | 'signed-out';

/**
 * Runs one pass. Bad luck anywhere ends it; whatever it did until then is kept.
 * @param tables the tables to pull after the push
 */
export async function runPass(parts: PassParts, tables: Iterable<TableName>): Promise<PassEnd> {
  const read = await parts.storage.readSync();
  if (!read.ok) return 'later';
  if (!read.value.isComplete) return runFirst(parts, read.value);
  const pushed = await pushAll(parts);
  return pushed === 'done' ? pullTables(parts, [...tables]) : pushed;
}

/** The first time on this device everything is read. Only after the push: it may take long, or never get through. */
async function runFirst(parts: PassParts, { cursors }: SyncState): Promise<PassEnd> {
  const mended = await mend(parts, cursors);
  if (!mended.ok) return toEnd(mended.failure);
  const pushed = await pushAll(parts);
  if (pushed !== 'done') return pushed;
  const pulled = await pullTables(parts, TABLES);
  if (pulled !== 'done') return pulled;
  const noted = await parts.storage.noteComplete();
  await parts.onDisk(null);
  return noted.ok ? 'done' : 'later';
}

/** Adds what an interrupted sign-up left out. Before the push: a row of the shopper's must not pass for that. */
async function mend(parts: PassParts, cursors: Cursors): Promise<Result<unknown, BackendFailure>> {
  const pages = await pullFirstPages(parts, placesOf(['categories', 'profile'], cursors));
  if (!pages.ok || isFurnished(pages.value)) return pages;
  const furnished = await parts.backend.furnish();
  // A backend that refuses has its reasons; the list must come all the same (spec section 8).
  return furnished.ok || furnished.failure.type !== 'refused' ? furnished : ok(null);
}

/** A deleted category counts as there. */
const isFurnished = ({ profile, categories }: Pages): boolean =>
  (profile?.rows.length ?? 0) > 0 && (categories?.rows.length ?? 0) > 0;

/** Sends group after group, one request at a time, until the outbox is empty. */
async function pushAll(parts: PassParts): Promise<PassEnd> {
  for (;;) {
    const next = await parts.storage.nextGroup();
    if (!next.ok) return 'later';
    if (next.value === null) return 'done';
    const end = await pushGroup(parts, next.value);
    if (end !== 'done') return end;
  }
}

async function pushGroup(parts: PassParts, group: PushGroup): Promise<PassEnd> {
  const sent = await parts.backend.push(group);
  if (!sent.ok) return settleFailure(parts, group, sent.failure);
  const rows = sent.value;
  if (rows.length < group.patches.length) {
    // It skipped what it had applied already: what became of that only a pull can tell (product Y1).
    const pulled = await pullTables(parts, [group.table]);
    if (pulled !== 'done') return pulled;
  }
  const settled = await parts.storage.settle(group, { type: 'taken', rows });
  await parts.onDisk(settled.ok ? settled.value : null);
  return settled.ok ? 'done' : 'later';
}

async function settleFailure(
  { storage, onDisk }: PassParts,
  group: PushGroup,
  failure: BackendFailure,
): Promise<PassEnd> {
  switch (failure.type) {
    case 'transient':
      return 'later';
    case 'signed-out':
      return 'signed-out';
    case 'refused': {
      // Whichever row it was: the others go on without it.
      const settled = await storage.settle(
        group,
        group.patches.length > 1 ? { type: 'split' } : { type: 'set-aside', message: failure.message },
      );
      await onDisk(null);
      return settled.ok ? 'done' : 'later';
    }
  }
}

async function pullTables(parts: PassParts, tables: readonly TableName[]): Promise<PassEnd> {
  if (tables.length === 0) return 'done';
  const read = await parts.storage.readSync();
  if (!read.ok) return 'later';
  const places = placesOf(tables, read.value.cursors);
  const pages = await pullFirstPages(parts, places);
  return pages.ok ? pullPlaces(parts, places, pages.value) : toEnd(pages.failure);
}

/** Reads table after table, page after page above its cursor to a short one (product Y5). */
async function pullPlaces(parts: PassParts, places: readonly Place[], first: Pages): Promise<PassEnd> {
  const pages = new Map(Object.entries(first));
  let asked = askNext(parts, places, pages);
  while (asked !== null) {
    const page = await asked.answer;
    if (!page.ok) return toEnd(page.failure);
    const { rows, isFull } = page.value;
    const here = { table: asked.table, cursor: Math.max(asked.cursor, ...rows.map(versionOf)) };
    // The next one is on its way while this one is written. It counts for nothing unless all before it are kept.
    asked = askNext(parts, isFull ? [here, ...asked.others] : asked.others, pages);
    if (!(await keep(parts, rows, here))) return 'later';
  }
  return 'done';
}

/** A table, and up to which version it is known. */
type Place = { readonly table: TableName; readonly cursor: number };

const placesOf = (tables: readonly TableName[], cursors: Cursors): readonly Place[] =>
  tables.map((table) => ({ table, cursor: cursors[table] }));

type Pages = Readonly<Partial<Record<TableName, Page>>>;

/** What comes in one request. */
const pullFirstPages = ({ backend }: PassParts, places: readonly Place[]): Promise<Result<Pages, BackendFailure>> =>
  places.length > 1
    ? backend.pullAll(Object.fromEntries(places.map(({ table, cursor }) => [table, cursor])))
    : Promise.resolve(ok({}));

/** @param pages what came already; taken from here */
function askNext({ backend }: PassParts, [next, ...others]: readonly Place[], pages: Map<string, Page>) {
  if (next === undefined) return null;
  const page = pages.get(next.table);
  pages.delete(next.table);
  const answer = page ? Promise.resolve(ok(page)) : backend.pull(next.table, next.cursor);
  // Whoever awaits it hears of what goes wrong; nobody does where the page before cannot be kept.
  answer.catch(() => undefined);
  return { ...next, others, answer };
}

async function keep(
  { storage, onDisk }: PassParts,
  rows: readonly VersionedRow[],
  { table, cursor }: Place,
): Promise<boolean> {
  if (rows.length === 0) return true;
  const received = await storage.receive(rows, { [table]: cursor });
  if (received.ok) await onDisk(received.value);
  return received.ok;
}

const versionOf = ({ version }: VersionedRow): number => version;

const toEnd = (failure: BackendFailure): PassEnd => (failure.type === 'signed-out' ? 'signed-out' : 'later');
