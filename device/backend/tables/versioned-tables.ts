/** The tables of a backend with versions: pushes partial upserts, and pulls the rows above a version (architecture section 4). */
import { isPersonal, type ListRef } from '#core/account/list-ref.ts';
import type { TableName } from '#core/list/row.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { isClockVersion, type VersionedRow } from '#core/sync/versioned-row.ts';
import type { NumberedPatch, PushGroup } from '#core/sync/sync-record.ts';
import { type BackendFailure, HOSTED_PAGE_ROWS, type Page } from '#client/ports/backend.ts';
import {
  type BackendSchema,
  DETAIL_COLUMNS,
  isColumnMissing,
  isTableMissing,
  listColumn,
  WIRE_TABLES,
} from './backend-schema.ts';
import { isUnversioned, isWireRows, readRows, type WireRow } from './wire-rows.ts';
import { createRequestPage, type RequestPage, type SendRequest } from '#device/backend/requests/send-request.ts';
import type { RequestFailure } from '#device/backend/requests/request-failure.ts';
import { ITEM_FIELD_NAMES, ITEM_FIELDS } from '#core/list/item-fields.ts';
import { isRankField, isStoreField, ranksToKeys, storesToKeys } from '#core/list/keyed-fields.ts';
import { isObject, isText } from '#device/shape.ts';

/** The tables of a list, with or without versions. */
export type ListTables<F> = {
  readonly push: (group: PushGroup) => Promise<Result<readonly VersionedRow[], F>>;
  readonly pull: (table: TableName, cursor: number) => Promise<Result<Page, F>>;
};

/** The backend has no columns for the sync, only the spec's. */
type NoVersions = { readonly type: 'no-versions' };
type Failure = BackendFailure | NoVersions;

type VersionedParts = { readonly send: SendRequest; readonly list: ListRef; readonly schema: BackendSchema };
type PullParts = VersionedParts & { readonly requestPage: RequestPage };

export function createVersionedTables({ send, list, schema }: VersionedParts): ListTables<Failure> {
  const requestPage = createRequestPage(HOSTED_PAGE_ROWS);
  // Only a backend with versions has another list than the personal one (product H11).
  const noVersions = (): Failure => ({
    type: isPersonal(list) && schema.learnNoVersions() ? 'no-versions' : 'transient',
  });
  const pull = async (table: TableName, cursor: number): Promise<Result<Page, Failure>> => {
    // A version of this device's clock does not count here, so the table is pulled from the start.
    const above = isClockVersion(cursor) ? 0 : cursor;
    if (above > 0) schema.learn('versions');
    const pulled = await pullOfList({ send, list, schema, requestPage }, table, above);
    if (!pulled.ok) return isColumnMissing(pulled.failure) ? fail(noVersions()) : pulled;
    const { wire, isFull } = pulled.value;
    schema.learnRows(table, wire);
    const rows = readRows(table, wire);
    // A pull above a cursor has shown that the backend counts versions.
    return schema.kind() === 'unknown' && isUnversionedTable(wire) ? fail(noVersions()) : ok({ rows, isFull });
  };
  /** Confirms by the column `version` of another table that the backend has no versions. */
  const confirmNoVersions = async (): Promise<Failure> => {
    const probe = await pull('categories', 0);
    return probe.ok || probe.failure.type === 'refused' ? { type: 'transient' } : probe.failure;
  };
  return {
    pull,
    async push(group) {
      const sent = await upsert({ send, schema }, group.table, groupToWire(group, list));
      if (!sent.ok) {
        const isOld = isColumnMissing(sent.failure) || (group.table === 'listRow' && isTableMissing(sent.failure));
        return fail(isOld ? await confirmNoVersions() : sent.failure);
      }
      return isWireRows(sent.value) ? ok(readRows(group.table, sent.value)) : fail({ type: 'transient' });
    },
  };
}

/**
 * Converts a group to the rows of one upsert: id and list, the fields of each patch, and the number that lets the backend skip a replay
 * (architecture section 4). They have only the fields that are set, so that the backend keeps all others.
 */
export const groupToWire = (group: PushGroup, list: ListRef): readonly WireRow[] =>
  group.patches.map(({ patch, seq }) => ({
    ...ownerOf(patch, list),
    ...fieldsToWire(patch),
    device_id: group.deviceId,
    device_seq: seq,
  }));

/** The columns that identify the row and its list. The backend sets the owner of a list that may be someone else's. */
export function ownerOf({ table, id }: NumberedPatch['patch'], list: ListRef): WireRow {
  if (table === 'listRow') return { id: list.listId };
  return isPersonal(list) ? { id, user_id: list.userId } : { id, list_id: list.listId };
}

/**
 * The columns of the fields that are set, without invalid times, and without `deleted` for the list's own row. Ranks are the keys of
 * one column, which the backend merges, and so are stores.
 */
export function fieldsToWire({ table, fields }: Pick<NumberedPatch['patch'], 'table' | 'fields'>): WireRow {
  const columns = Object.entries({ ...fields, ranks: ranksToKeys(fields), stores: storesToKeys(fields) })
    .filter(([name]) => !isRankField(name) && !isStoreField(name))
    .map(([name, value]) => [wireColumn(name), cleanValue(value)] as const);
  return Object.fromEntries(
    columns.filter(([column, value]) => {
      if (column === 'created_at') return isIsoTime(value);
      return value !== undefined && !(table === 'listRow' && column === 'deleted');
    }),
  );
}

/** Postgres accepts years 1 to 9999 in this form, and refuses the whole request for an invalid time. */
const isIsoTime = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d\d-\d\dT/u.test(value) && !value.startsWith('0000') && !Number.isNaN(Date.parse(value));

/** Removes null characters and unpaired surrogates, which Postgres refuses in texts. */
function cleanValue(value: unknown): unknown {
  if (isText(value)) return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleanValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}

/** Fields whose columns have a different name. */
const WIRE_COLUMNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, ITEM_FIELDS[name].column])),
  inList: 'in_list',
  createdAt: 'created_at',
  listName: 'name',
};

/** The column of a field. */
const wireColumn = (field: string): string => WIRE_COLUMNS[field] ?? field;

/**
 * Columns that a backend may lack, newest first: the details of items (product Q6), the ranks of categories (product O1), the stores
 * of a list (product O2), and who loaded a list (product S5).
 */
const LATER_COLUMNS: Readonly<Record<TableName, readonly (readonly string[])[]>> = {
  items: DETAIL_COLUMNS,
  categories: [['ranks']],
  savedLists: [],
  listRow: [['stores'], ['loaded']],
};

/**
 * Sends the rows without the columns that the backend lacked in this session. If it lacks others, the rows are sent again without the
 * newest columns, then without the next ones. The device keeps the values that were not sent.
 */
async function upsert(
  { send, schema }: Omit<VersionedParts, 'list'>,
  table: TableName,
  rows: readonly WireRow[],
): ReturnType<SendRequest> {
  const missing = table === 'items' ? schema.missingColumns() : [];
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
  schema.learnRows(table, sent.value);
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

const isUnversionedTable = (wire: readonly WireRow[]): boolean => wire.length > 0 && wire.every(isUnversioned);

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
    pullRowsAbove({ send, requestPage }, { table, cursor, ...listColumn(table, list, schema.kind() === 'lists') });
  const before = schema.kind();
  const pulled = await request();
  if (table === 'listRow') return orNothing(pulled);
  if (!pulled.ok || !isPersonal(list)) return pulled;
  schema.learnRows(table, pulled.value.wire);
  return schema.kind() === 'lists' && before !== 'lists' ? request() : pulled;
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
