/** Finds the subscribers of changes, and which of them may see the rows. */
import type { Database, RowChange } from '#server/database/database.ts';
import { sendStatement } from '#server/database/run-as.ts';
import type { Identity } from '#server/realtime/identity.ts';
import type { Subscription } from '#server/realtime/connection.ts';
import type { Hub } from '#server/realtime/hub.ts';
import { isMet } from '#server/realtime/subscriptions/filter.ts';
import { recordOf } from '#server/realtime/subscriptions/subscriptions.ts';
import { tableKey, type Column, type Table } from '#server/realtime/subscriptions/tables.ts';
import { readErrorCode } from '#server/result.ts';

/** The subscriptions that a change may concern. */
export type Candidates = { readonly change: RowChange; readonly subscriptions: readonly Subscription[] };

/** The subscriptions of one identity that may receive a change. */
export type Recipients = {
  readonly change: RowChange;
  readonly identity: Identity;
  readonly table: Table;
  readonly subscriptions: readonly Subscription[];
};

/** Groups the candidates for a change by identity. Rejects if the database is unavailable. */
export async function findRecipients(hub: Hub, { change, ...candidates }: Candidates): Promise<readonly Recipients[]> {
  const byKey = Map.groupBy(candidates.subscriptions, ({ channel }) => channel.identity.key);
  // All identities are read before the tables load, because a channel may change its identity meanwhile.
  const found = [...byKey.values()].flatMap((subscriptions) =>
    subscriptions.slice(0, 1).map(({ channel: { identity } }) => ({ identity, subscriptions })),
  );
  const groups: Recipients[] = [];
  for (const { identity, subscriptions } of found) {
    const table = (await hub.tables.load(identity.caller.role)).get(tableKey(change.schema, change.table));
    if (table !== undefined) groups.push({ change, identity, table, subscriptions });
  }
  return groups;
}

/** Combines the groups that one query can answer: those with the same identity and table. */
export function groupByQuery(groups: readonly Recipients[]): readonly (readonly Recipients[])[] {
  const keyOf = ({ identity, table }: Recipients): string => tableKey(identity.key, tableKey(table.schema, table.name));
  return [...Map.groupBy(groups, keyOf).values()];
}

/**
 * Returns the groups that see their changes, with the subscriptions that receive them. All groups have the same identity and table.
 * A deleted row cannot be checked: as on the hosted service, its subscribers are selected by filter and see only the key.
 */
export async function selectVisible(hub: Hub, groups: readonly Recipients[]): Promise<readonly Recipients[]> {
  const [first] = groups;
  if (first === undefined) return [];
  const deleted = groups.filter(({ change, table }) => change.type === 'DELETE' && isKeyReadable(table));
  const present = groups.filter(({ change }) => change.type !== 'DELETE');
  const visible = await selectVisibleGroups(hub, first, present);
  return [
    ...deleted.map((group) => narrow(group, (subscription) => filtersIdentityOnly(subscription, group.table))),
    ...present.filter((group) => visible.has(group)),
  ].map((group) => narrow(group, ({ conditions }) => areMet(conditions, recordOf(group.change))));
}

function narrow(group: Recipients, isKept: (subscription: Subscription) => boolean): Recipients {
  return { ...group, subscriptions: group.subscriptions.filter(isKept) };
}

function areMet(conditions: Subscription['conditions'], row: Row): boolean {
  return conditions.every((condition) => isMet(condition, row));
}

/** The groups whose changed row is visible to them now. */
async function selectVisibleGroups(
  hub: Hub,
  { identity, table }: Recipients,
  groups: readonly Recipients[],
): Promise<ReadonlySet<Recipients>> {
  if (groups.length === 0) return new Set();
  const rows = groups.map(({ change }) => recordOf(change));
  const visible = await findVisible(hub.database, { identity, table, rows });
  return new Set(groups.filter((_, position) => visible.has(position)));
}

function isKeyReadable({ columns, isSecured }: Table): boolean {
  const key = columns.filter(({ isKey }) => isKey);
  return key.length === 0 ? !isSecured : key.every(({ isReadable }) => isReadable);
}

/** Whether the filter uses only columns of the replica identity, the ones a deleted row has. */
function filtersIdentityOnly({ conditions }: Subscription, { columns }: Table): boolean {
  return conditions.every(({ column }) => columns.some(({ name, isIdentity }) => name === column && isIdentity));
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the indexes of the changed rows that the caller sees now. A row is withheld if a column that a policy uses has
 * changed since, because the caller may not have been allowed to see the earlier version.
 * Rejects if the database is unavailable or too slow.
 */
export async function findVisible(
  database: Database,
  { identity, table, rows }: VisibilityQuery,
): Promise<ReadonlySet<number>> {
  const { key, guards } = splitColumns(table);
  if (key.length === 0) return isOpenTable(table) ? new Set(rows.keys()) : new Set();
  if (!key.every(({ isReadable }) => isReadable)) return new Set();
  const shown = rows.map((row) => Object.fromEntries([...key, ...guards].map(({ name }) => [name, row[name]])));
  try {
    // There is one statement for each table and role, few enough to keep them prepared.
    const statement = { text: visibilitySql(table, key, guards), values: [JSON.stringify(shown)], isPrepared: true };
    const found = await database.runAs({ caller: identity.caller, request, readOnly: true, timeout: TIMEOUT }, (tx) =>
      sendStatement<{ position: number }>(tx, statement),
    );
    return new Set(found.map(({ position }) => position - 1));
  } catch (error) {
    // Rows that a policy or a missing grant refuses are not visible.
    if (/^(22|42|P0|PT)/.test(readErrorCode(error))) return new Set();
    throw error;
  }
}

export type VisibilityQuery = {
  readonly identity: Identity;
  readonly table: Table;
  readonly rows: readonly Row[];
};

function splitColumns({ columns }: Table): Record<'key' | 'guards', readonly Column[]> {
  return {
    key: columns.filter(({ isKey }) => isKey),
    guards: columns.filter(({ isKey, isGuarded, isReadable }) => isGuarded && isReadable && !isKey),
  };
}

/** The request settings that functions and policies read. There is no HTTP request. */
const request = { method: 'GET', path: '/realtime/v1/websocket', headers: {} } as const;

const TIMEOUT = 5_000;

/** Rows without a key cannot be looked up, so they are delivered only from tables without row level security. */
function isOpenTable({ isSecured, columns }: Table): boolean {
  return !isSecured && columns.some(({ isReadable }) => isReadable);
}

function visibilitySql(table: Table, key: readonly Column[], guards: readonly Column[]): string {
  const name = `${quote(table.schema)}.${quote(table.name)}`;
  const isRow = key.map((column) => `t.${quote(column.name)} = k.${quote(column.name)}`);
  // Compares as text, because some types have no equality operator.
  const isUnchanged = guards.map(
    (column) => `t.${quote(column.name)}::text is not distinct from k.${quote(column.name)}::text`,
  );
  // "offset 0" makes the planner look up each row by its key, instead of reading all rows of the account.
  return `select e.position::int as position
    from jsonb_array_elements($1::jsonb) with ordinality e(value, position)
    cross join lateral jsonb_populate_record(null::${name}, e.value) k
    join lateral (select from ${name} t where ${[...isRow, ...isUnchanged].join(' and ')} offset 0) there on true`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
