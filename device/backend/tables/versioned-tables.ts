/** The tables of a backend with versions: pushes partial upserts, and pulls the rows above a version (architecture section 4). */
import type { ListRef } from '#core/account/list-ref.ts';
import type { TableName } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { PushGroup } from '#core/sync/push-groups.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { PAGE_ROWS } from '#client/ports/backend.ts';
import type { BackendFailure, Page } from '#client/ports/backend.ts';
import { isUnversioned, isWireRows, readRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import type { RequestFailure, SendRequest } from '#device/backend/requests/send-request.ts';
import { groupToWire } from './write-row.ts';
import { listColumn, WIRE_TABLES } from './wire-tables.ts';

/** The tables of a list, with or without versions. */
export type AccountTables<F> = {
  readonly push: (group: PushGroup) => Promise<Result<readonly VersionedRow[], F>>;
  /** @param hasLists whether the backend has several lists of an account */
  readonly pull: (table: TableName, cursor: number, hasLists?: boolean) => Promise<Result<Page, F>>;
};

/** The backend has no columns for the sync, only the spec's. */
type NoVersions = { readonly type: 'no-versions' };

export function createVersionedTables(send: SendRequest, list: ListRef): AccountTables<BackendFailure | NoVersions> {
  return {
    async push(group) {
      const sent = await send((tables) =>
        tables
          .from(WIRE_TABLES[group.table])
          // Rows leave out an invalid time; the column's default takes its place.
          .upsert([...groupToWire(group, list)], { onConflict: 'id', defaultToNull: false })
          .select(),
      );
      if (!sent.ok) return fail(withoutVersions(sent.failure));
      return isWireRows(sent.value) ? ok(readRows(group.table, sent.value)) : fail({ type: 'transient' });
    },
    async pull(table, cursor, hasLists = false) {
      const wire: WireRow[] = [];
      for (;;) {
        const page = await pullPage(send, { table, cursor, ...listColumn(table, list, hasLists), from: wire.length });
        if (!page.ok) return fail(withoutVersions(page.failure));
        wire.push(...page.value);
        const isFull = page.value.length >= PAGE_ROWS;
        // Rows older than versions all have version 0, so no cursor can point between them.
        if (isFull && isUnversioned(wire.at(-1))) continue;
        return isUnversionedTable(wire, cursor)
          ? fail({ type: 'no-versions' })
          : ok({ rows: readRows(table, wire), isFull });
      }
    },
  };
}

const isUnversionedTable = (wire: readonly WireRow[], cursor: number): boolean =>
  cursor === 0 && wire.length > 0 && wire.every(isUnversioned);

type Span = ReturnType<typeof listColumn> & {
  readonly table: TableName;
  readonly cursor: number;
  readonly from: number;
};

/** Pulls one page above a cursor, lowest version first. */
async function pullPage(
  send: SendRequest,
  { table, cursor, column, value, from }: Span,
): Promise<Result<readonly WireRow[], RequestFailure>> {
  const pulled = await send((tables) => {
    const rows = tables.from(WIRE_TABLES[table]).select('*').eq(column, value);
    const above = cursor === 0 ? rows.gte('version', 0) : rows.gt('version', cursor);
    const ordered = above.order('version');
    // In the first pull, rows may share version 0. Later versions are unique.
    return cursor === 0 ? ordered.order('id').range(from, from + PAGE_ROWS - 1) : ordered.limit(PAGE_ROWS);
  });
  if (!pulled.ok) return pulled;
  return isWireRows(pulled.value) ? ok(pulled.value) : fail({ type: 'transient' });
}

/** Postgres: undefined_column, undefined_table. PostgREST: the schema lacks the column or the table. */
const UNKNOWN_NAMES = new Set(['42703', 'PGRST204', '42P01', 'PGRST205']);

const withoutVersions = (failure: RequestFailure): BackendFailure | NoVersions =>
  UNKNOWN_NAMES.has(failure.code ?? '') ? { type: 'no-versions' } : failure;
