/** Pulls several tables in one request, through a database function (supabase/migrations/0002_sync.sql). */
import { isPersonal } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { TABLES } from '#core/list/row.ts';
import type { TableName } from '#core/list/row.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Cursors } from '#core/sync/sync-record.ts';
import type { BackendFailure, Page, Pages } from '#client/ports/backend.ts';
import { isObject } from '#device/shape.ts';
import { isUnversioned, isWireRows, readRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import type { SendRequest } from '#device/backend/requests/send-request.ts';
import { WIRE_TABLES } from './wire-tables.ts';

type Pulled = Promise<Result<Page, BackendFailure>>;

/** The most rows of each table in one request, so that a phone can receive them in ten seconds. */
const PAGE_ROWS = 2500;

/**
 * Uses the function if the backend has it. Tables that the answer lacks have to be pulled one by one. After a failure, which
 * may mean that the answer was too large, tables are pulled one by one in pages that are kept. Once they are up to date, the
 * function is used again.
 */
export function createPullRows(send: SendRequest, list: ListRef) {
  let hasFunction: boolean | null = null;
  const pending = new Set<string>();
  const pull = async (cursors: Partial<Cursors>): Promise<Result<Pages, BackendFailure>> => {
    if (hasFunction === false || pending.size > 0) return ok({});
    const pulled = await send((tables) =>
      tables.rpc('pull_rows', {
        cursors: toWireCursors(cursors),
        most: PAGE_ROWS,
        // Backends without lists do not know this parameter.
        ...(isPersonal(list) ? {} : { list: list.listId }),
      }),
    );
    if (!pulled.ok && pulled.failure.type !== 'refused') {
      for (const table of Object.keys(cursors)) pending.add(table);
      return pulled;
    }
    const pages = pulled.ok ? readPages(pulled.value) : {};
    hasFunction = Object.keys(pages).length > 0;
    return ok(pages);
  };
  return {
    /** Pulls the first page of each table. */
    pull,
    /** Pulls a page of one table: through the function if the backend is known to have it, otherwise from the table. */
    async pullOne(table: TableName, cursor: number, pullTable: (hasLists: boolean) => Pulled): Pulled {
      const pages = hasFunction === true ? await pull({ [table]: cursor }) : null;
      if (pages?.ok === false) return pages;
      const page = pages?.value[table];
      if (page) return ok(page);
      const pulled = await pullTable(hasFunction === true);
      if (pulled.ok && !pulled.value.isFull) pending.delete(table);
      return pulled;
    },
  };
}

function toWireCursors(cursors: Partial<Cursors>): WireRow {
  const above = TABLES.flatMap((table) => {
    const cursor = cursors[table];
    // Rows older than versions have version 0.
    return cursor === undefined ? [] : [[WIRE_TABLES[table], cursor === 0 ? -1 : cursor] as const];
  });
  return Object.fromEntries(above);
}

function readPages(value: unknown): Pages {
  const answered: WireRow = isObject(value) ? value : {};
  const pages: Partial<Record<TableName, Page>> = {};
  for (const table of TABLES) {
    const wire = answered[WIRE_TABLES[table]];
    if (isWireRows(wire) && !isUnversioned(wire.at(-1))) {
      pages[table] = { rows: readRows(table, wire), isFull: wire.length >= PAGE_ROWS };
    }
  }
  return pages;
}
