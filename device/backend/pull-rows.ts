/** One request for the news of several tables, by a function of the database (supabase/migrations/0009_pull_rows.sql). */
import type { TableName } from '#core/list/row.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Cursors } from '#core/sync/outgoing.ts';
import type { BackendFailure, Page } from '#client/ports/backend.ts';
import { isObject } from '#device/shape.ts';
import { isUnversioned, isWireRows, readRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import type { SendRequest } from './request.ts';
import { WIRE_TABLES } from './wire-tables.ts';

type Pages = Readonly<Partial<Record<TableName, Page>>>;
type Pulled = Promise<Result<Page, BackendFailure>>;

/** The function has a limit of its own: what fits into a page of a table here takes a phone no longer than its ten seconds. */
const PAGE_ROWS = 2500;

const TABLES: readonly TableName[] = ['items', 'categories', 'savedLists', 'profile'];

/**
 * Asks by the function, as long as the backend has it; a table that is missing in the answer has to be asked for by itself.
 * What did not get through may be too much for the line, or for the database: its tables come one by one then, in pages that
 * are kept. Once they are up to date there is little to ask for, and the function is good again.
 */
export function createPullRows(send: SendRequest) {
  let isThere: boolean | null = null;
  const owed = new Set<string>();
  const pull = async (cursors: Partial<Cursors>): Promise<Result<Pages, BackendFailure>> => {
    if (isThere === false || owed.size > 0) return ok({});
    const pulled = await send((tables) =>
      tables.rpc('pull_rows', { cursors: toWireCursors(cursors), most: PAGE_ROWS }),
    );
    if (!pulled.ok && pulled.failure.type !== 'refused') {
      for (const table of Object.keys(cursors)) owed.add(table);
      return pulled;
    }
    const pages = pulled.ok ? readPages(pulled.value) : {};
    isThere = Object.keys(pages).length > 0;
    return ok(pages);
  };
  return {
    /** Gives the first page of each table. */
    pull,
    /** A page of one table: by the function where the backend is known to answer by it, else by itself. */
    async pullOne(table: TableName, cursor: number, pullItself: () => Pulled): Pulled {
      const pages = isThere === true ? await pull({ [table]: cursor }) : null;
      if (pages?.ok === false) return pages;
      const page = pages?.value[table];
      if (page) return ok(page);
      const pulled = await pullItself();
      if (pulled.ok && !pulled.value.isFull) owed.delete(table);
      return pulled;
    },
  };
}

function toWireCursors(cursors: Partial<Cursors>): WireRow {
  const above = TABLES.flatMap((table) => {
    const cursor = cursors[table];
    // Rows from before there were versions have number 0.
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
