/** Pulls several tables in one request, through a database function (supabase/migrations/0006_lists.sql). */
import { isPersonal } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import { TABLES } from '#core/list/row.ts';
import type { TableName } from '#core/list/row.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { isClockVersion } from '#core/sync/compare-versions.ts';
import type { Cursors } from '#core/sync/sync-record.ts';
import type { BackendFailure, Page, Pages } from '#client/ports/backend.ts';
import type { Memberships } from '#client/ports/lists.ts';
import { isObject } from '#device/shape.ts';
import { MEMBERSHIPS, readMemberships } from './memberships.ts';
import { isUnversioned, isWireRows, readRows } from './read-row.ts';
import type { WireRow } from './read-row.ts';
import { createRequestPage } from './request-page.ts';
import type { SendRequest } from '#device/backend/requests/send-request.ts';
import { noteItems } from './versioned-tables.ts';
import type { BackendSchema } from './versioned-tables.ts';
import { WIRE_TABLES } from './wire-tables.ts';

type Pulled = Promise<Result<Page, BackendFailure>>;

/** The most rows of each table in one request, so that a phone can receive them in ten seconds. */
const PAGE_ROWS = 2500;

type PullParts = {
  readonly send: SendRequest;
  readonly list: ListRef;
  readonly schema: BackendSchema;
  /** The account's memberships, which are pulled together with the rows. */
  readonly memberships: Pick<Memberships, 'cursor' | 'receive'>;
};

/**
 * Uses the function if the backend has it. Tables that the answer lacks have to be pulled one by one. After a failure, which
 * may mean that the answer was too large, tables are pulled one by one in pages that are kept. Once they are up to date, the
 * function is used again.
 */
export function createPullRows({ send, list, schema, memberships }: PullParts) {
  const requestPage = createRequestPage(PAGE_ROWS);
  let hasFunction: boolean | null = null;
  const pending = new Set<string>();
  // Backends without lists do not know the parameter `list`.
  const ofList = isPersonal(list) ? {} : { list: list.listId };
  const pull = async (cursors: Partial<Cursors>): Promise<Result<Pages, BackendFailure>> => {
    if (hasFunction === false || pending.size > 0) return ok({});
    const asked = { ...toWireCursors(cursors), [MEMBERSHIPS]: memberships.cursor() };
    const pulled = await requestPage((most) =>
      send((tables) => tables.rpc('pull_rows', { cursors: asked, most, ...ofList })),
    );
    if (!pulled.ok && pulled.failure.type !== 'refused') {
      for (const table of Object.keys(cursors)) pending.add(table);
      return pulled;
    }
    const { answer, rows } = pulled.ok ? pulled.value : NOTHING;
    await memberships.receive(readMemberships(answer));
    const pages = readPages(answer, rows, (items) => noteItems(schema, list, items));
    hasFunction = Object.keys(pages).length > 0;
    // Only backends with versions have the function, and most of them have lists.
    if (hasFunction) {
      schema.hasVersions = true;
      schema.hasLists = true;
    }
    return ok(pages);
  };
  return {
    /** Pulls the first page of each table. */
    pull,
    /** Pulls a page of one table: through the function if the backend is known to have it, otherwise from the table. */
    async pullOne(table: TableName, cursor: number, pullTable: () => Pulled): Pulled {
      const pages = hasFunction === true ? await pull({ [table]: cursor }) : null;
      if (pages?.ok === false) return pages;
      const page = pages?.value[table];
      if (page) return ok(page);
      const pulled = await pullTable();
      if (pulled.ok && !pulled.value.isFull) pending.delete(table);
      return pulled;
    },
  };
}

function toWireCursors(cursors: Partial<Cursors>): WireRow {
  const wire = TABLES.flatMap((table) => {
    const cursor = cursors[table];
    if (cursor === undefined) return [];
    // Rows older than versions have version 0. A version of this device's clock does not count here.
    const above = cursor === 0 || isClockVersion(cursor) ? -1 : cursor;
    return [[WIRE_TABLES[table], above] as const];
  });
  return Object.fromEntries(wire);
}

const NOTHING = { answer: null, rows: 0 };

/** @param rows how many rows of each table were requested. A page that the backend cut has as many, some of them empty */
function readPages(value: unknown, rows: number, onItems: (wire: readonly WireRow[]) => void): Pages {
  const answered: WireRow = isObject(value) ? value : {};
  const pages: Partial<Record<TableName, Page>> = {};
  for (const table of TABLES) {
    const wire = answered[WIRE_TABLES[table]];
    if (isWireRows(wire) && !isUnversioned(wire.at(-1))) {
      if (table === 'items') onItems(wire);
      pages[table] = { rows: readRows(table, wire), isFull: wire.length >= rows };
    }
  }
  return pages;
}
