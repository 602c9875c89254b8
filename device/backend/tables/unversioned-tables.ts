/** The tables of a backend that has only the spec's columns: pushes whole rows and pulls whole tables (architecture section 4). */
import { personalList } from '#core/account/list-ref.ts';
import { toItemFields } from '#core/list/item-fields.ts';
import type { TableName } from '#core/list/row.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { FIRST_CLOCK_VERSION, type VersionedRow } from '#core/sync/versioned-row.ts';
import type { PushGroup } from '#core/sync/sync-record.ts';
import { type BackendFailure, HOSTED_PAGE_ROWS } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import { recordColumns } from '#device/local-storage/missing-details.ts';
import { createUnversionedRows } from '#device/local-storage/unversioned-rows.ts';
import { fieldsToWire, type ListTables, ownerOf } from './versioned-tables.ts';
import { isWireRows, readId, readRow, type WireRow } from './wire-rows.ts';
import { createRequestPage, type SendRequest } from '#device/backend/requests/send-request.ts';
import { DETAIL_COLUMNS, FIRST_ITEM_COLUMNS, WIRE_TABLES } from './backend-schema.ts';

/** The most ids in the URL of one delete request. */
const DELETE_ROWS = 50;

type UnversionedParts = {
  readonly send: SendRequest;
  readonly userId: string;
  readonly clock: Clock;
};

/** The rows and columns of a table, as a full select found them. */
type TableRows = { readonly rows: ReadonlyMap<string, WireRow>; readonly columns: ReadonlySet<string> };

const NO_ROWS: TableRows = { rows: new Map(), columns: new Set() };

export function createUnversionedTables({ send, userId, clock }: UnversionedParts): ListTables<BackendFailure> {
  const nextVersion = createVersions(clock);
  const known = createKnownRows({ send, userId });
  return {
    async pull(table, cursor) {
      // Without a table for lists, the list's name is local to this device.
      if (table === 'listRow') return ok({ rows: [], isFull: false });
      const found = await known.refresh(table);
      if (!found.ok) return found;
      return ok({ rows: toVersioned(table, [...found.value.rows.values()], nextVersion(cursor)), isFull: false });
    },
    async push(group) {
      const found = group.table === 'listRow' ? ok(NO_ROWS) : await known.get(group.table);
      if (!found.ok) return found;
      const { rows, columns } = found.value;
      const merged = mergePatches(group, { known: rows, userId });
      const sent = await sendAll(send, group, toSend(group.table, merged, columns));
      if (!sent.ok) return sent;
      const wire = merged.map(({ row }) => row);
      known.put(group.table, wire);
      return ok(toVersioned(group.table, wire, nextVersion(0)));
    },
  };
}

/** The rows of the backend, as far as this device knows them. */
function createKnownRows({ send, userId }: Omit<UnversionedParts, 'clock'>) {
  const stored = createUnversionedRows(userId);
  const foundByTable = new Map<TableName, TableRows>();
  const store = (table: TableName, found: TableRows): TableRows => {
    stored.write(table, found.rows);
    foundByTable.set(table, found);
    return found;
  };
  const refresh = async (table: TableName): Promise<Result<TableRows, BackendFailure>> => {
    const selected = await selectAll(send, table, userId);
    if (!selected.ok) return selected;
    if (table === 'items') recordColumns(userId, selected.value);
    const columns = new Set(selected.value.flatMap((row) => Object.keys(row)));
    return ok(store(table, { rows: mergeSelected(stored.read(table), selected.value), columns }));
  };
  return {
    /** Reads the table from the backend. */
    refresh,
    /** The table as it was last read. */
    get: async (table: TableName): Promise<Result<TableRows, BackendFailure>> => {
      const found = foundByTable.get(table);
      return found ? ok(found) : refresh(table);
    },
    /** Records rows that were written to the backend. */
    put(table: TableName, wire: readonly WireRow[]): void {
      const found = foundByTable.get(table);
      if (!found) return;
      const put = wire.map((row): [string, WireRow] => [readId(row) ?? '', row]);
      store(table, { ...found, rows: new Map([...found.rows, ...put]) });
    },
  };
}

/**
 * Assigns versions on this device. Each is higher than the last, so that every read counts as newer. All are clock versions,
 * so that they are never taken for a backend's.
 */
function createVersions(clock: Clock): (cursor: number) => number {
  let last = FIRST_CLOCK_VERSION;
  return (cursor) => {
    last = Math.max(last + 1, cursor + 1, clock.now());
    return last;
  };
}

const toVersioned = (table: TableName, rows: readonly WireRow[], version: number): readonly VersionedRow[] =>
  rows.map((row) => readRow(table, row, version)).filter((row) => row !== null);

/** Reads a whole table page by page in the order of ids, so that no row is missed while others come and go. */
export async function selectAll(
  send: SendRequest,
  table: TableName,
  userId: string,
): Promise<Result<readonly WireRow[], BackendFailure>> {
  const requestPage = createRequestPage(HOSTED_PAGE_ROWS);
  const all: WireRow[] = [];
  for (;;) {
    const last = all.at(-1)?.['id'];
    const page = await requestPage((most) =>
      send((tables) => {
        const rows = tables.from(WIRE_TABLES[table]).select('*').eq('user_id', userId);
        return (last === undefined ? rows : rows.gt('id', last)).order('id').limit(most);
      }),
    );
    if (!page.ok) return page;
    const { answer, rows } = page.value;
    if (!isWireRows(answer)) return fail({ type: 'transient' });
    all.push(...answer);
    if (answer.length < rows) return ok(all);
  }
}

/** Merges the known rows with the selected ones. Missing rows count as deleted; fields without a column keep their values. */
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

/** A row after its patch; `isGone` if the row was deleted elsewhere and the patch does not restore it. */
type MergedRow = { readonly row: WireRow; readonly isGone: boolean };

/** The spec's columns (section 3), with their values in a new row. */
const SPEC_ROWS: Readonly<Record<TableName, WireRow>> = {
  items: fieldsToWire({ table: 'items', fields: toItemFields(() => undefined) }),
  categories: { name: '', color: '' },
  savedLists: { name: '', items: [] },
  listRow: {},
};

const SPEC_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  items: ['id', 'user_id', ...FIRST_ITEM_COLUMNS],
  categories: ['id', 'user_id', 'name', 'color'],
  savedLists: ['id', 'user_id', 'name', 'items', 'created_at'],
  listRow: ['id'],
};

/** Columns that are sent if the table has them. */
const OPTIONAL_COLUMNS = ['deleted', 'in_list', ...DETAIL_COLUMNS.flat()];

type KnownRows = { readonly known: ReadonlyMap<string, WireRow>; readonly userId: string };

/** Applies the patches to the known rows, because this backend accepts only whole rows. */
const mergePatches = (group: PushGroup, { known, userId }: KnownRows): readonly MergedRow[] =>
  group.patches.map(({ patch }) => {
    const owner = ownerOf(patch, personalList(userId));
    const before = known.get(String(owner['id']));
    const fields = fieldsToWire(patch);
    const exists = before ? before['deleted'] !== true : patch.table === 'listRow' || 'name' in fields;
    const isGone = !exists && fields['deleted'] !== false;
    const row = { ...SPEC_ROWS[group.table], ...before, ...fields, ...owner };
    return { row: isGone ? { ...row, deleted: true } : row, isGone };
  });

/**
 * Splits merged rows into upserts and the ids to delete.
 * @param columns the table's columns, as its rows show them; empty if it has no rows
 */
function toSend(
  table: TableName,
  merged: readonly MergedRow[],
  columns: ReadonlySet<string>,
): { readonly upserts: readonly WireRow[]; readonly deletes: readonly string[] } {
  const hasTombstones = columns.has('deleted');
  const rows = merged.filter(({ isGone }) => !isGone).map(({ row }) => row);
  const isSent = (column: string): boolean =>
    columns.size === 0
      ? SPEC_COLUMNS[table].includes(column)
      : columns.has(column) && [...SPEC_COLUMNS[table], ...OPTIONAL_COLUMNS].includes(column);
  const upserts = rows
    .filter((row) => hasTombstones || row['deleted'] !== true)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isSent(column))));
  return {
    // There is no table for the list's name.
    upserts: table === 'listRow' ? [] : upserts,
    deletes: hasTombstones ? [] : rows.filter((row) => row['deleted'] === true).map((row) => String(row['id'])),
  };
}
