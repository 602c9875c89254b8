/** Asks Postgres, as a caller, what row level security and grants let it see. */
import type { Database } from '#server/database/database.ts';
import { readErrorCode } from '#server/error-code.ts';
import type { Identity } from '#server/realtime/connection.ts';
import type { Column, Table } from '#server/realtime/subscriptions/tables.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Says which of a table's changed rows the caller sees now, by their places.
 * A row of which a policy looks at a column that has changed again meanwhile is withheld: who sees it now may not have
 * seen it then. Rejects where the database is away or too slow.
 */
export async function findVisible(database: Database, asked: VisibilityQuestion): Promise<ReadonlySet<number>> {
  const { identity, table, rows } = asked;
  const { key, guards } = splitColumns(table);
  if (key.length === 0) return isOpenTable(table) ? new Set(rows.keys()) : new Set();
  if (!key.every(({ isReadable }) => isReadable)) return new Set();
  const shown = rows.map((row) => Object.fromEntries([...key, ...guards].map(({ name }) => [name, row[name]])));
  try {
    // There are as many questions as tables and roles: a connection may keep them all.
    const question = { text: writeQuestion(table, key, guards), values: [JSON.stringify(shown)], isPrepared: true };
    const found = await database.readAs<{ place: number }>(
      { caller: identity.caller, request, timeout: TIMEOUT },
      question,
    );
    return new Set(found.map(({ place }) => place - 1));
  } catch (error) {
    // What a policy or a missing grant refuses is not seen.
    if (/^(22|42|P0|PT)/.test(readErrorCode(error))) return new Set();
    throw error;
  }
}

export type VisibilityQuestion = {
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

/** What functions and policies see of the request that is none. */
const request = { method: 'GET', path: '/realtime/v1/websocket', headers: {} } as const;

const TIMEOUT = 5_000;

/** Without a key no row can be looked for: then only a table without row level security is told. */
function isOpenTable({ isSecured, columns }: Table): boolean {
  return !isSecured && columns.some(({ isReadable }) => isReadable);
}

function writeQuestion(table: Table, key: readonly Column[], guards: readonly Column[]): string {
  const name = `${quote(table.schema)}.${quote(table.name)}`;
  const isRow = key.map((column) => `t.${quote(column.name)} = k.${quote(column.name)}`);
  // As text: not every type can be compared.
  const isUnchanged = guards.map(
    (column) => `t.${quote(column.name)}::text is not distinct from k.${quote(column.name)}::text`,
  );
  // With "offset 0" each row is looked for by its key; else a planner that expects few rows reads all of the account's.
  return `select e.place::int as place
    from jsonb_array_elements($1::jsonb) with ordinality e(value, place)
    cross join lateral jsonb_populate_record(null::${name}, e.value) k
    join lateral (select from ${name} t where ${[...isRow, ...isUnchanged].join(' and ')} offset 0) there on true`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
