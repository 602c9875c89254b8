/** The tables of a backend that keeps versions: patches go as partial upserts, pulls ask above a version (architecture section 4). */
import type { TableName } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { PushGroup } from '#core/sync/push.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { PAGE_ROWS } from '#client/ports/backend.ts';
import type { BackendFailure, Page } from '#client/ports/backend.ts';
import { isUnversioned, isWireRows, readRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import type { RequestFailure, SendRequest } from './request.ts';
import { groupToWire } from './write-row.ts';
import { ownerColumn, WIRE_TABLES } from './wire-tables.ts';

/** The rows of the account, whatever its backend can do. */
export type AccountTables<F> = {
  readonly push: (group: PushGroup) => Promise<Result<readonly VersionedRow[], F>>;
  readonly pull: (table: TableName, cursor: number) => Promise<Result<Page, F>>;
};

/** The tables lack what sync needs: this backend has only the spec's columns. */
type NoVersions = { readonly type: 'no-versions' };

export function createVersionedTables(send: SendRequest, userId: string): AccountTables<BackendFailure | NoVersions> {
  return {
    async push(group) {
      const sent = await send((tables) =>
        tables
          .from(WIRE_TABLES[group.table])
          // A time that is none was left out of its row: the column's default goes in its place.
          .upsert([...groupToWire(group, userId)], { onConflict: 'id', defaultToNull: false })
          .select(),
      );
      if (!sent.ok) return fail(withoutVersions(sent.failure));
      return isWireRows(sent.value) ? ok(readRows(group.table, sent.value)) : fail({ type: 'transient' });
    },
    async pull(table, cursor) {
      const wire: WireRow[] = [];
      for (;;) {
        const page = await pullSome(send, { table, cursor, userId, from: wire.length });
        if (!page.ok) return fail(withoutVersions(page.failure));
        wire.push(...page.value);
        const isFull = page.value.length >= PAGE_ROWS;
        // Rows from before there were versions share number 0, which no cursor can stand between.
        if (isFull && isUnversioned(wire.at(-1))) continue;
        const isPlain = cursor === 0 && wire.length > 0 && wire.every(isUnversioned);
        return isPlain ? fail({ type: 'no-versions' }) : ok({ rows: readRows(table, wire), isFull });
      }
    },
  };
}

type Span = { readonly table: TableName; readonly cursor: number; readonly userId: string; readonly from: number };

/** One page above a cursor, lowest version first. */
async function pullSome(
  send: SendRequest,
  { table, cursor, userId, from }: Span,
): Promise<Result<readonly WireRow[], RequestFailure>> {
  const pulled = await send((tables) => {
    const rows = tables.from(WIRE_TABLES[table]).select('*').eq(ownerColumn(table), userId);
    const above = cursor === 0 ? rows.gte('version', 0) : rows.gt('version', cursor);
    const ordered = above.order('version');
    // At the first pull rows may share version 0; elsewhere no two rows share one.
    return cursor === 0 ? ordered.order('id').range(from, from + PAGE_ROWS - 1) : ordered.limit(PAGE_ROWS);
  });
  if (!pulled.ok) return pulled;
  return isWireRows(pulled.value) ? ok(pulled.value) : fail({ type: 'transient' });
}

/** Postgres: undefined_column. PostgREST: a column of the payload that the table does not have. */
const UNKNOWN_COLUMN = new Set(['42703', 'PGRST204']);

const withoutVersions = (failure: RequestFailure): BackendFailure | NoVersions =>
  UNKNOWN_COLUMN.has(failure.code ?? '') ? { type: 'no-versions' } : failure;
