/** Queries Postgres under a subscriber's role and claims, to find the changed rows that it may see. */
import type { Database } from '#server/database/database.ts';
import { readErrorCode } from '#server/error-code.ts';
import type { Identity } from '#server/realtime/connection.ts';
import type { Column, Table } from '#server/realtime/subscriptions/tables.ts';

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
    const found = await database.readAs<{ position: number }>(
      { caller: identity.caller, request, timeout: TIMEOUT },
      statement,
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
