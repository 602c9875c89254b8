/** What goes back to a caller, before it is HTTP; and the checks that all answers pass. */
import type { TransactionSql } from '#server/database/database.ts';
import { sendStatement } from '#server/database/send-statement.ts';
import type { Result } from '#server/result.ts';
import type { RestFailure } from './failure.ts';
import { writeContentRange } from './grammar/range.ts';
import type { RowRange } from './grammar/syntax.ts';
import type { RestRequest } from './request.ts';
import type { AnswerRow, Count } from './sql/body.ts';
import { bind, sql } from './sql/piece.ts';
import type { Piece } from './sql/piece.ts';
import type { Prepare } from './sql/prepare.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the status allows none or none is wanted. */
  readonly body: string | null;
};

/** What a statement gave, in numbers. */
export type Outcome = {
  readonly total: number | null;
  readonly rows: number;
  readonly body: string;
  /** Null where nothing was counted. */
  readonly inserted: number | null;
  readonly location: string | null;
};

/** Runs a request's statement, in the time zone that is preferred, and refuses too many rows for what is wanted. */
export async function runStatement(
  prepare: Prepare,
  { tx, request, statement }: { readonly tx: TransactionSql; readonly request: RestRequest; readonly statement: Piece },
): Promise<Result<Outcome, RestFailure>> {
  const { timezone } = request.preferences;
  const zone = sql`select set_config('timezone', ${bind(timezone ?? '')}, true)`;
  const isSet = timezone === null ? null : sendStatement(tx, prepare(zone));
  const [rows] = await Promise.all([sendStatement<AnswerRow>(tx, prepare(statement)), isSet]);
  return readOutcome(request, rows);
}

/** Reads what a statement of ours gave, which is one row. */
export function readOutcome(request: RestRequest, [row]: readonly AnswerRow[]): Result<Outcome, RestFailure> {
  const { total, rows, body, inserted, location } = row ?? NO_ROW;
  const counts = { total: toCount(total), rows: Number(rows), inserted: toCount(inserted) };
  const outcome: Outcome = { ...counts, body, location };
  const failure = refuseRows(request, outcome.rows);
  return failure === null ? { ok: true, value: outcome } : { ok: false, failure };
}

const NO_ROW: AnswerRow = { total: null, rows: '0', body: '', inserted: null, location: null };

function refuseRows({ media, preferences }: RestRequest, rows: number): RestFailure | null {
  if (media.form === 'object' && rows !== 1) return { type: 'not-singular', rows };
  const most = preferences.handling === 'strict' ? preferences.maxAffected : null;
  return most !== null && rows > most ? { type: 'too-many-affected', rows } : null;
}

/** The answer that shows a range of rows: 206 where there are more, 416 where it begins behind the last. */
export function answerRows(request: RestRequest, range: RowRange, outcome: Outcome): Result<Answer, RestFailure> {
  const { total, rows, body } = outcome;
  if (total !== null && range.offset > total) {
    return { ok: false, failure: { type: 'range-out-of-bounds', offset: range.offset, total } };
  }
  const headers = { ...contentHeaders(request), 'content-range': writeContentRange(range.offset, rows, total) };
  const status = total !== null && rows < total ? 206 : 200;
  return { ok: true, value: { status, headers, body: request.method === 'HEAD' ? null : body } };
}

/** What says how a body is to be read. */
export function contentHeaders({ media, schema, isNegotiated }: RestRequest): Readonly<Record<string, string>> {
  const profile = isNegotiated ? { 'content-profile': schema } : {};
  return { 'content-type': media.contentType, ...profile };
}

/** A path as it stands in an address. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** A header that is there only with a value. */
export const optionalHeader = (name: string, value: string | null): Readonly<Record<string, string>> =>
  value === null ? {} : { [name]: value };

const toCount = (count: Count | null): number | null => (count === null ? null : Number(count));
