/** The tables of a backend with versions: pushes partial upserts, and pulls the rows above a version (architecture section 4). */
import { isPersonal } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import type { TableName } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { isClockVersion } from '#core/sync/compare-versions.ts';
import type { PushGroup } from '#core/sync/push-groups.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { PAGE_ROWS } from '#client/ports/backend.ts';
import type { BackendFailure, Page } from '#client/ports/backend.ts';
import { recordColumns } from '#device/local-storage/missing-details.ts';
import { isUnversioned, isWireRows, readRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import { createRequestPage } from './request-page.ts';
import type { RequestPage } from './request-page.ts';
import type { RequestFailure, SendRequest } from '#device/backend/requests/send-request.ts';
import { groupToWire } from './write-row.ts';
import {
  DETAIL_COLUMNS,
  hasListColumn,
  isColumnMissing,
  isTableMissing,
  listColumn,
  WIRE_TABLES,
} from './wire-tables.ts';

/** The tables of a list, with or without versions. */
export type AccountTables<F> = {
  readonly push: (group: PushGroup) => Promise<Result<readonly VersionedRow[], F>>;
  readonly pull: (table: TableName, cursor: number) => Promise<Result<Page, F>>;
};

/** The backend has no columns for the sync, only the spec's. */
type NoVersions = { readonly type: 'no-versions' };
type Failure = BackendFailure | NoVersions;

/** What the backend's answers have shown about its tables while the list is open. */
export type BackendSchema = {
  /** Whether the backend counts versions. Then no failure means that it has none: the device would assign its own. */
  hasVersions: boolean;
  /** Whether an account can have several lists. */
  hasLists: boolean;
  /** The columns of details that the items of this session lack. */
  missingColumns: readonly string[];
};

/** Notes the columns of items that the backend sent. */
export function noteItems(schema: BackendSchema, { userId }: ListRef, wire: readonly WireRow[]): void {
  schema.missingColumns = recordColumns(userId, wire) ?? schema.missingColumns;
}

type VersionedParts = { readonly send: SendRequest; readonly list: ListRef; readonly schema: BackendSchema };
type PullParts = VersionedParts & { readonly requestPage: RequestPage };

export function createVersionedTables({ send, list, schema }: VersionedParts): AccountTables<Failure> {
  const requestPage = createRequestPage(PAGE_ROWS);
  const noVersions = (): Failure => ({ type: schema.hasVersions ? 'transient' : 'no-versions' });
  const readVersioned = (table: TableName, wire: readonly WireRow[]): readonly VersionedRow[] => {
    const rows = readRows(table, wire);
    if (rows.some(({ version }) => version > 0)) schema.hasVersions = true;
    return rows;
  };
  const pull = async (table: TableName, cursor: number): Promise<Result<Page, Failure>> => {
    // A version of this device's clock does not count here, so the table is pulled from the start.
    const above = isClockVersion(cursor) ? 0 : cursor;
    if (above > 0) schema.hasVersions = true;
    const pulled = await pullOfList({ send, list, schema, requestPage }, table, above);
    if (!pulled.ok) return isColumnMissing(pulled.failure) ? fail(noVersions()) : pulled;
    const { wire, isFull } = pulled.value;
    if (table === 'items') noteItems(schema, list, wire);
    const rows = readVersioned(table, wire);
    return !schema.hasVersions && isUnversionedTable(wire, above) ? fail(noVersions()) : ok({ rows, isFull });
  };
  /** Confirms by the column `version` of another table that the backend has no versions. */
  const confirmNoVersions = async (): Promise<Failure> => {
    const probe = await pull('categories', 0);
    return probe.ok || probe.failure.type === 'refused' ? { type: 'transient' } : probe.failure;
  };
  return {
    pull,
    async push(group) {
      const sent = await upsert({ send, list, schema }, group.table, groupToWire(group, list));
      if (sent.ok)
        return isWireRows(sent.value) ? ok(readVersioned(group.table, sent.value)) : fail({ type: 'transient' });
      const isSchemaOld = isColumnMissing(sent.failure) || (group.table === 'profile' && isTableMissing(sent.failure));
      return fail(isSchemaOld ? await confirmNoVersions() : sent.failure);
    },
  };
}

/** Columns that a backend may lack, newest first: the details of items (product Q6), and who loaded a list (product S5). */
const LATER_COLUMNS: Readonly<Record<TableName, readonly (readonly string[])[]>> = {
  items: DETAIL_COLUMNS,
  categories: [],
  savedLists: [],
  profile: [['loaded']],
};

/**
 * Sends the rows without the columns that the backend lacked in this session. If it lacks others, the rows are sent again without the
 * newest columns, then without the next ones. The device keeps the values that were not sent.
 */
async function upsert(
  { send, list, schema }: VersionedParts,
  table: TableName,
  rows: readonly WireRow[],
): ReturnType<SendRequest> {
  const missing = table === 'items' ? schema.missingColumns : [];
  const isNew = (column: string): boolean => !missing.includes(column) && rows.some((row) => column in row);
  const later = LATER_COLUMNS[table].filter((columns) => columns.some(isNew));
  let left: readonly string[] = missing;
  let sent = await upsertWithout(send, { table, rows, left });
  for (const columns of later) {
    if (sent.ok || !isColumnMissing(sent.failure)) break;
    left = [...left, ...columns];
    sent = await upsertWithout(send, { table, rows, left });
  }
  if (!sent.ok || !isWireRows(sent.value)) return sent;
  if (table === 'items') noteItems(schema, list, sent.value);
  const leftById = new Map(rows.map((row) => [row['id'], pickColumns(row, (column) => left.includes(column))]));
  return ok(sent.value.map((row) => ({ ...row, ...leftById.get(row['id']) })));
}

type Upsert = { readonly table: TableName; readonly rows: readonly WireRow[]; readonly left: readonly string[] };

const upsertWithout = (send: SendRequest, { table, rows, left }: Upsert): ReturnType<SendRequest> =>
  send((tables) =>
    tables
      .from(WIRE_TABLES[table])
      .upsert(
        rows.map((row) => pickColumns(row, (column) => !left.includes(column))),
        // Rows leave out an invalid time; the column's default takes its place.
        { onConflict: 'id', defaultToNull: false },
      )
      .select(),
  );

const pickColumns = (row: WireRow, isPicked: (column: string) => boolean): WireRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => isPicked(column)));

const isUnversionedTable = (wire: readonly WireRow[], cursor: number): boolean =>
  cursor === 0 && wire.length > 0 && wire.every(isUnversioned);

type Pulled = { readonly wire: readonly WireRow[]; readonly isFull: boolean };

/** Backends from before there were lists have no table for their names. */
const orNothing = (pulled: Result<Pulled, RequestFailure>): Result<Pulled, RequestFailure> =>
  pulled.ok || !isTableMissing(pulled.failure) ? pulled : ok({ wire: [], isFull: false });

/**
 * Pulls the rows of one list. The account selects the rows of all its lists, which only their column `list_id` reveals, so
 * then the rows are pulled again by list.
 */
async function pullOfList(
  { send, list, schema, requestPage }: PullParts,
  table: TableName,
  cursor: number,
): Promise<Result<Pulled, RequestFailure>> {
  const request = () =>
    pullRowsAbove({ send, requestPage }, { table, cursor, ...listColumn(table, list, schema.hasLists) });
  const pulled = await request();
  if (table === 'profile') return orNothing(pulled);
  if (!isPersonal(list)) return pulled;
  const { hasLists } = schema;
  if (pulled.ok && pulled.value.wire.some(hasListColumn)) {
    // Lists are newer than versions.
    schema.hasVersions = true;
    schema.hasLists = true;
  }
  if (!pulled.ok && isColumnMissing(pulled.failure)) schema.hasLists = false;
  return schema.hasLists === hasLists ? pulled : request();
}

type Span = ReturnType<typeof listColumn> & { readonly table: TableName; readonly cursor: number };

type Requests = Pick<PullParts, 'send' | 'requestPage'>;

async function pullRowsAbove(requests: Requests, span: Span): Promise<Result<Pulled, RequestFailure>> {
  const wire: WireRow[] = [];
  for (;;) {
    const page = await pullPage(requests, { ...span, from: wire.length });
    if (!page.ok) return page;
    wire.push(...page.value.wire);
    const { isFull } = page.value;
    // Rows older than versions all have version 0, so no cursor can point between them.
    if (!isFull || !isUnversioned(wire.at(-1))) return ok({ wire, isFull });
  }
}

/** Pulls one page above a cursor, lowest version first. */
async function pullPage(
  { send, requestPage }: Requests,
  { table, cursor, column, value, from }: Span & { readonly from: number },
): Promise<Result<Pulled, RequestFailure>> {
  const pulled = await requestPage((rows) =>
    send((tables) => {
      const ofList = tables.from(WIRE_TABLES[table]).select('*').eq(column, value);
      const above = cursor === 0 ? ofList.gte('version', 0) : ofList.gt('version', cursor);
      const ordered = above.order('version');
      // In the first pull, rows may share version 0. Later versions are unique.
      return cursor === 0 ? ordered.order('id').range(from, from + rows - 1) : ordered.limit(rows);
    }),
  );
  if (!pulled.ok) return pulled;
  const { answer, rows } = pulled.value;
  return isWireRows(answer) ? ok({ wire: answer, isFull: answer.length >= rows }) : fail({ type: 'transient' });
}
