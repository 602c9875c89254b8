/** Serves a table: reads, inserts, updates and deletes its rows. */
import { fail, ok, type Result } from '#server/result.ts';
import { appliedHeader, contentHeaders, rowsToResponse, type RestResponse } from './rest-response.ts';
import { type RestContext, runStatement, type Outcome } from './run-statement.ts';
import type { RestFailure } from './failure.ts';
import { findTable } from './find-target.ts';
import { writeContentRange } from '#server/rest/request/query.ts';
import { parsePayload, type Payload } from '#server/rest/request/payload.ts';
import { chooseRange, isReading, type RestRequest } from '#server/rest/request/request.ts';
import type { Piece } from '#server/rest/sql/piece.ts';
import { readSql } from './sql/read.ts';
import { deleteSql, insertSql, updateSql, type Writing } from '#server/rest/sql/write.ts';

export type Target = { readonly name: string; readonly body: string };
type Served = Promise<Result<RestResponse, RestFailure>>;

export async function serveTable(context: RestContext, request: RestRequest, target: Target): Served {
  if (isReading(request)) return readRows(context, request, target);
  if (request.method === 'DELETE') return deleteRows(context, request, target);
  if (request.method !== 'POST' && request.method !== 'PATCH') {
    return fail({ type: 'wrong-method', method: request.method });
  }
  const payload = parsePayload(target.body, request.headers['content-type'], request.query.columns);
  if (!payload.ok) return payload;
  const change = request.method === 'POST' ? insertRows : updateRows;
  return change(context, request, { name: target.name, payload: payload.value });
}

/** Returns the requested rows. Runs in a read-only transaction. */
async function readRows(context: RestContext, request: RestRequest, { name }: Target): Served {
  const table = await findTable(context.schemaCache, { schema: request.schema, name, columns: [] });
  if (!table.ok) return table;
  const { query, method, media, preferences } = request;
  const chosen = chooseRange(request, context.settings.maxRows);
  if (!chosen.ok) return chosen;
  const range = chosen.value;
  const statement = readSql({
    table: table.value,
    query,
    range,
    media: method === 'HEAD' ? null : media,
    isCounted: preferences.count !== null,
  });
  const outcome = await runStatement(context, request, { statement, readOnly: true });
  return outcome.ok ? rowsToResponse(request, range, outcome.value) : outcome;
}

type Change = { readonly name: string; readonly payload: Payload };

/** Inserts the rows of the body. Existing rows are updated or ignored if the preference `resolution` requests it. */
const insertRows = (context: RestContext, request: RestRequest, { name, payload }: Change): Served =>
  write(context, request, {
    name,
    columns: [...payload.columns, ...(request.query.onConflict ?? [])],
    longNumbers: payload.longNumbers,
    statement: (writing) => insertSql(writing, payload),
    toResponse: (writing, outcome) => insertToResponse(request, { writing, outcome, payload }),
  });

/** Updates the rows that match the filters; without a filter, all rows that the caller may update. */
const updateRows = (context: RestContext, request: RestRequest, { name, payload }: Change): Served =>
  write(context, request, {
    name,
    columns: payload.columns,
    longNumbers: payload.longNumbers,
    statement: (writing) => updateSql(writing, payload),
    toResponse: (_, { rows, body }) => {
      const range = writeContentRange(0, rows, countIfRequested(request, rows));
      return changeToResponse(request, body, {
        'content-range': range,
        ...appliedHeader(request, ['missing', 'return', 'count', 'handling']),
      });
    },
  });

/** Deletes the rows that match the filters. */
const deleteRows = (context: RestContext, request: RestRequest, { name }: Target): Served =>
  write(context, request, {
    name,
    columns: [],
    longNumbers: [],
    statement: deleteSql,
    toResponse: (_, { rows, body }) => {
      const range = writeContentRange(0, 0, countIfRequested(request, rows));
      return changeToResponse(request, body, {
        'content-range': range,
        ...appliedHeader(request, ['return', 'count', 'handling']),
      });
    },
  });

type Write = {
  readonly name: string;
  /** The columns that the body and the query parameters name. */
  readonly columns: readonly string[];
  /** See `Payload`. A column of texts may have them. */
  readonly longNumbers: readonly string[];
  readonly statement: (writing: Writing) => Piece;
  readonly toResponse: (writing: Writing, outcome: Outcome) => RestResponse;
};

async function write(
  context: RestContext,
  request: RestRequest,
  { name, columns, longNumbers, statement, toResponse }: Write,
): Served {
  const table = await findTable(context.schemaCache, { schema: request.schema, name, columns });
  if (!table.ok) return table;
  const isTooLong = longNumbers.some((column) => table.value.columns.get(column)?.type === 'numeric');
  if (isTooLong) return fail({ type: 'wrong-body', why: 'too-many-digits' });
  const writing: Writing = { ...request, table: table.value };
  const outcome = await runStatement(context, request, { statement: statement(writing), readOnly: false });
  return outcome.ok ? ok(toResponse(writing, outcome.value)) : outcome;
}

type Inserted = { readonly writing: Writing; readonly outcome: Outcome; readonly payload: Payload };

function insertToResponse(request: RestRequest, inserted: Inserted): RestResponse {
  const { rows, body } = inserted.outcome;
  // Without a key there are no duplicates to resolve.
  const hasTarget = request.query.onConflict !== null || inserted.writing.table.primaryKey.length > 0;
  const names = hasTarget ? PREFERENCES : PREFERENCES.filter((name) => name !== 'resolution');
  const headers = {
    'content-range': writeContentRange(0, 0, countIfRequested(request, rows)),
    ...appliedHeader(request, names),
  };
  const status = hasNewRows(request, inserted) ? 201 : 200;
  return request.preferences.return === 'representation'
    ? { status, headers: { ...headers, ...contentHeaders(request) }, body }
    : { status, headers, body: null };
}

const PREFERENCES = ['resolution', 'missing', 'return', 'count', 'handling'] as const;

function hasNewRows({ preferences }: RestRequest, { outcome, payload }: Inserted): boolean {
  if (payload.count === 0) return false;
  return preferences.resolution !== 'merge-duplicates' || (outcome.inserted ?? 0) > 0;
}

function changeToResponse(request: RestRequest, body: string, headers: RestResponse['headers']): RestResponse {
  return request.preferences.return === 'representation'
    ? { status: 200, headers: { ...headers, ...contentHeaders(request) }, body }
    : { status: 204, headers, body: null };
}

const countIfRequested = ({ preferences }: RestRequest, rows: number): number | null =>
  preferences.count === null ? null : rows;
