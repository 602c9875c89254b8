/** Writes the `data` of a `postgres_changes` message, as the hosted service sends it. */
import type { RowChange } from '#server/database/database.ts';
import type { Column, Table } from '#server/realtime/subscriptions/tables.ts';

/**
 * Writes a change as JSON, with the selected columns that the role may read. The old row includes only the replica
 * identity, and only the key if row level security is enabled, because policies are not checked for old rows.
 */
export function writeChange(change: RowChange, table: Table, select: readonly string[] | null): string {
  const readable = table.columns.filter(({ isReadable }) => isReadable);
  const shown = select === null ? readable : readable.filter(({ name, isKey }) => isKey || select.includes(name));
  const old = shown.filter(({ isKey, isIdentity }) => (table.isSecured ? isKey && isIdentity : isIdentity));
  return JSON.stringify({
    schema: change.schema,
    table: change.table,
    type: change.type,
    commit_timestamp: change.commit_timestamp,
    columns: shown.map(({ name, type }) => ({ name, type })),
    ...(change.type !== 'DELETE' && { record: pick(change.record, shown) }),
    ...(change.type !== 'INSERT' && { old_record: pick(change.old_record, old) }),
    errors: change.errors ?? null,
  });
}

function pick(
  row: Readonly<Record<string, unknown>> = {},
  columns: readonly Column[],
): Readonly<Record<string, unknown>> {
  const names = columns.map(({ name }) => name).filter((name) => Object.hasOwn(row, name));
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
