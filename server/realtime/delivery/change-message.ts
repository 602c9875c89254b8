/** A change as its subscribers get it (wire page, Realtime): written once for all who may see the same of it. */
import type { RowChange } from '#server/database/database.ts';
import type { Column, Table } from '#server/realtime/subscriptions/tables.ts';

/**
 * Writes the `data` of a change as JSON: the columns the role may read, of those the subscription asked for.
 * The old row is cut to the table's replica identity, and to its key where row level security is on: nobody checks it.
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
