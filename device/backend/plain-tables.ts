/** The tables of a backend with the spec's columns only: whole rows up, whole tables down (architecture section 4). */
import type { TableName } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { PAGE_ROWS } from '#client/ports/backend.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createPlainRows } from './plain-rows.ts';
import { mergePatches, toSend } from './plain-write.ts';
import { isWireRows, readId, readRow } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import type { SendRequest } from './request.ts';
import type { AccountTables } from './versioned-tables.ts';
import { ownerColumn, WIRE_TABLES } from './wire-tables.ts';

/** So many ids fit into an address. */
const DELETE_ROWS = 50;

type PlainParts = { readonly send: SendRequest; readonly userId: string; readonly clock: Clock };

/** What one full select found. */
type Found = { readonly rows: ReadonlyMap<string, WireRow>; readonly columns: ReadonlySet<string> };

export function createPlainTables({ send, userId, clock }: PlainParts): AccountTables<BackendFailure> {
  const nextVersion = createVersions(clock);
  const shelf = createShelf(send, userId);
  return {
    async pull(table, cursor) {
      const found = await shelf.look(table);
      if (!found.ok) return found;
      // Without a column for it, the list's name is this device's own.
      const isOurs = table !== 'profile' || found.value.columns.has('list_name');
      const wire = isOurs ? [...found.value.rows.values()] : [];
      return ok({ rows: toVersioned(table, wire, nextVersion(cursor)), isFull: false });
    },
    async push(group) {
      const found = await shelf.open(group.table);
      if (!found.ok) return found;
      const { rows, columns } = found.value;
      const merged = mergePatches(group, { known: rows, userId });
      const sent = await sendAll(send, group, toSend(group.table, merged, columns));
      if (!sent.ok) return sent;
      const wire = merged.map(({ row }) => row);
      shelf.put(group.table, wire);
      return ok(toVersioned(group.table, wire, nextVersion(0)));
    },
  };
}

/** What the backend has, as far as this device knows. */
function createShelf(send: SendRequest, userId: string) {
  const remembered = createPlainRows(userId);
  const foundByTable = new Map<TableName, Found>();
  const keep = (table: TableName, found: Found): Found => {
    remembered.write(table, found.rows);
    foundByTable.set(table, found);
    return found;
  };
  const look = async (table: TableName): Promise<Result<Found, BackendFailure>> => {
    const selected = await selectAll(send, table, userId);
    if (!selected.ok) return selected;
    const columns = new Set(selected.value.flatMap((row) => Object.keys(row)));
    return ok(keep(table, { rows: mergeSelected(remembered.read(table), selected.value), columns }));
  };
  return {
    /** Reads the table afresh. */
    look,
    /** The table as it was last read. */
    open: async (table: TableName): Promise<Result<Found, BackendFailure>> => {
      const found = foundByTable.get(table);
      return found ? ok(found) : look(table);
    },
    /** These rows are there now. */
    put(table: TableName, wire: readonly WireRow[]): void {
      const found = foundByTable.get(table);
      if (!found) return;
      const put = wire.map((row): [string, WireRow] => [readId(row) ?? '', row]);
      keep(table, { ...found, rows: new Map([...found.rows, ...put]) });
    },
  };
}

/** Versions of this device's own, higher than any it gave out before: each look is newer than the last. */
function createVersions(clock: Clock): (cursor: number) => number {
  let last = 0;
  return (cursor) => {
    last = Math.max(last + 1, cursor + 1, clock.now());
    return last;
  };
}

const toVersioned = (table: TableName, rows: readonly WireRow[], version: number): readonly VersionedRow[] =>
  rows.map((row) => readRow(table, row, version)).filter((row) => row !== null);

/** Every row of a table, page by page in the order of ids: rows that come and go meanwhile make none be missed. */
async function selectAll(
  send: SendRequest,
  table: TableName,
  userId: string,
): Promise<Result<readonly WireRow[], BackendFailure>> {
  const all: WireRow[] = [];
  for (;;) {
    const last = all.at(-1)?.['id'];
    const page = await send((tables) => {
      const rows = tables.from(WIRE_TABLES[table]).select('*').eq(ownerColumn(table), userId);
      return (last === undefined ? rows : rows.gt('id', last)).order('id').limit(PAGE_ROWS);
    });
    if (!page.ok) return page;
    if (!isWireRows(page.value)) return fail({ type: 'transient' });
    all.push(...page.value);
    if (page.value.length < PAGE_ROWS) return ok(all);
  }
}

/** What was known, with what is there now; what is not there any more is deleted. Fields without a column stay as they were. */
function mergeSelected(
  known: ReadonlyMap<string, WireRow> | null,
  selected: readonly WireRow[],
): ReadonlyMap<string, WireRow> {
  const merged = new Map([...(known ?? [])].map(([id, row]): [string, WireRow] => [id, { ...row, deleted: true }]));
  for (const row of selected) {
    const id = readId(row);
    if (id !== null) merged.set(id, { ...merged.get(id), deleted: false, ...row });
  }
  return merged;
}

async function sendAll(
  send: SendRequest,
  { table }: PushGroup,
  { upserts, deletes }: ReturnType<typeof toSend>,
): Promise<Result<null, BackendFailure>> {
  if (upserts.length > 0) {
    const sent = await send((tables) =>
      tables.from(WIRE_TABLES[table]).upsert([...upserts], { onConflict: 'id', defaultToNull: false }),
    );
    if (!sent.ok) return sent;
  }
  for (let from = 0; from < deletes.length; from += DELETE_ROWS) {
    const ids = deletes.slice(from, from + DELETE_ROWS);
    const sent = await send((tables) => tables.from(WIRE_TABLES[table]).delete().in('id', ids));
    if (!sent.ok) return sent;
  }
  return ok(null);
}
