/** Answers POST, PATCH and DELETE of a table. */
import type { Result } from '#server/result.ts';
import { contentHeaders, encodePath, optionalHeader, readOutcome, runStatement } from './answer.ts';
import type { Answer, Outcome } from './answer.ts';
import { transactionOf } from './context.ts';
import type { RestContext } from './context.ts';
import type { RestFailure } from './failure.ts';
import { findTable } from './find-target.ts';
import { writeContentRange } from './grammar/range.ts';
import { parsePayload } from './payload.ts';
import type { Payload } from './payload.ts';
import { writeApplied } from './preferences.ts';
import { refuseBeyondColumns } from './request.ts';
import type { RestRequest } from './request.ts';
import type { AnswerRow } from './sql/body.ts';
import type { Piece } from './sql/piece.ts';
import { deleteSql, insertSql, updateSql } from './sql/write.ts';
import type { Writing } from './sql/write.ts';
import { transact, transactOne } from './transact.ts';

/** Inserts the rows of the body, or updates those that are there already, as is preferred. */
export function insertRows(
  context: RestContext,
  request: RestRequest,
  target: Target,
): Promise<Result<Answer, RestFailure>> {
  const payload = parsePayload(target.body, request.headers['content-type'], request.query.columns);
  if (!payload.ok) return Promise.resolve(payload);
  const { columns } = payload.value;
  return write(context, request, {
    name: target.name,
    columns: [...columns, ...(request.query.onConflict ?? [])],
    isShort: payload.value.count <= FEW && target.body.length <= SHORT,
    statement: (writing) => insertSql(writing, payload.value),
    answer: (writing, outcome) => answerInsert(request, { writing, outcome, payload: payload.value }),
  });
}

/** Updates the rows that the filters find; without a filter, all that the caller may update. */
export function updateRows(
  context: RestContext,
  request: RestRequest,
  target: Target,
): Promise<Result<Answer, RestFailure>> {
  const payload = parsePayload(target.body, request.headers['content-type'], request.query.columns);
  if (!payload.ok) return Promise.resolve(payload);
  return write(context, request, {
    name: target.name,
    columns: payload.value.columns,
    isShort: false,
    statement: (writing) => updateSql(writing, payload.value),
    answer: (_, { rows, body }) => {
      const range = writeContentRange(0, rows, countOf(request, rows));
      return answerChange(request, body, { 'content-range': range, ...appliedHeader('update', request) });
    },
  });
}

/** Deletes the rows that the filters find. */
export function deleteRows(
  context: RestContext,
  request: RestRequest,
  target: Target,
): Promise<Result<Answer, RestFailure>> {
  return write(context, request, {
    name: target.name,
    columns: [],
    isShort: false,
    statement: deleteSql,
    answer: (_, { rows, body }) => {
      const range = writeContentRange(0, 0, countOf(request, rows));
      return answerChange(request, body, { 'content-range': range, ...appliedHeader('delete', request) });
    },
  });
}

export type Target = { readonly name: string; readonly body: string };

type Write = {
  readonly name: string;
  /** What the body and its parameters name. */
  readonly columns: readonly string[];
  /** Soon done, whatever is in the table: a few rows that are named one by one. */
  readonly isShort: boolean;
  readonly statement: (writing: Writing) => Piece;
  readonly answer: (writing: Writing, outcome: Outcome) => Answer;
};

async function write(
  context: RestContext,
  request: RestRequest,
  { name, columns, isShort, statement, answer }: Write,
): Promise<Result<Answer, RestFailure>> {
  const table = await findTable(context.catalogue, { schema: request.schema, name, columns });
  if (!table.ok) return table;
  const refused = refuseBeyondColumns(request.query.select, table.value);
  if (refused !== null) return { ok: false, failure: refused };
  const writing: Writing = { ...request, table: table.value };
  const outcome = await runWrite(context, request, { isShort, statement: statement(writing) });
  return outcome.ok ? { ok: true, value: answer(writing, outcome.value) } : outcome;
}

/** Rows, and characters of JSON. */
const FEW = 20;
const SHORT = 4_000;

async function runWrite(
  context: RestContext,
  request: RestRequest,
  { isShort, statement }: { readonly isShort: boolean; readonly statement: Piece },
): Promise<Result<Outcome, RestFailure>> {
  const { prepare } = context;
  const transaction = transactionOf(context, request, false);
  if (!isShort || !mayShare(request)) {
    return transact(transaction, (tx) => runStatement(prepare, { tx, request, statement }));
  }
  const rows = await transactOne<AnswerRow>(transaction, prepare(statement));
  return rows.ok ? readOutcome(request, rows.value) : rows;
}

/** What its outcome may undo, and what sets more than its caller, needs a transaction of its own. */
const mayShare = ({ caller, media, preferences }: RestRequest): boolean =>
  caller.role === 'authenticated' &&
  media.form !== 'object' &&
  preferences.maxAffected === null &&
  preferences.timezone === null;

type Inserted = { readonly writing: Writing; readonly outcome: Outcome; readonly payload: Payload };

function answerInsert(request: RestRequest, inserted: Inserted): Answer {
  const { rows, body, location } = inserted.outcome;
  const headers = {
    'content-range': writeContentRange(0, 0, countOf(request, rows)),
    ...optionalHeader('location', location === null ? null : toLocation(request.path, location)),
    ...optionalHeader('preference-applied', appliedToInsert(request, inserted)),
  };
  const status = isSomethingNew(request, inserted) ? 201 : 200;
  return request.preferences.return === 'representation'
    ? { status, headers: { ...headers, ...contentHeaders(request) }, body }
    : { status, headers, body: null };
}

/** Without a key there is nothing that a resolution could be about. */
function appliedToInsert({ preferences, query }: RestRequest, { writing }: Inserted): string | null {
  const hasTarget = query.onConflict !== null || writing.table.primaryKey.length > 0;
  return writeApplied('insert', hasTarget ? preferences : { ...preferences, resolution: null });
}

function isSomethingNew({ preferences }: RestRequest, { outcome, payload }: Inserted): boolean {
  if (payload.count === 0) return false;
  return preferences.resolution !== 'merge-duplicates' || (outcome.inserted ?? 0) > 0;
}

function answerChange(request: RestRequest, body: string, headers: Answer['headers']): Answer {
  return request.preferences.return === 'representation'
    ? { status: 200, headers: { ...headers, ...contentHeaders(request) }, body }
    : { status: 204, headers, body: null };
}

/** The filters that find a new row again, by its primary key. */
function toLocation(path: string, text: string): string {
  // Written by the statement itself: an object of texts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const key = JSON.parse(text) as Readonly<Record<string, string | null>>;
  const filters = Object.entries(key).map(([name, value]): [string, string] => [
    name,
    value === null ? 'is.null' : `eq.${value}`,
  ]);
  return `${encodePath(path)}?${new URLSearchParams(filters).toString()}`;
}

function appliedHeader(kind: 'update' | 'delete', { preferences }: RestRequest): Answer['headers'] {
  return optionalHeader('preference-applied', writeApplied(kind, preferences));
}

const countOf = ({ preferences }: RestRequest, rows: number): number | null =>
  preferences.count === 'exact' || preferences.count === 'estimated' ? rows : null;
