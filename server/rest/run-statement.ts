/** Runs the one statement of a request in its caller's transaction, and undoes it where the outcome is a failure. */
import { isConnectionLost, isRefusal } from '#server/database/connection-lost.ts';
import { sendStatement } from '#server/database/send-statement.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { isAnonymous } from './context.ts';
import type { RestContext } from './context.ts';
import type { DatabaseRefusal, RestFailure } from './failures/failure.ts';
import type { RestRequest } from './request/request.ts';
import type { AnswerRow } from './sql/body.ts';
import type { Piece } from './sql/piece.ts';

/** What a statement gave. */
export type Outcome = {
  /** Null where nothing was counted. */
  readonly total: number | null;
  readonly rows: number;
  readonly body: string;
  /** Of an upsert: how many rows are new. */
  readonly inserted: number | null;
};

type Running = { readonly statement: Piece; readonly readOnly: boolean };

/**
 * Commits if the outcome is good, rolls back if not, as where one object is wanted and several rows were written.
 * Gives the outcome, or what the database said, also at the commit; throws only what a bug causes.
 */
export async function runStatement(
  context: RestContext,
  request: RestRequest,
  running: Running,
): Promise<Result<Outcome, RestFailure>> {
  const outcome = await context.turns.take(request.caller, () => runOnce(context, request, running));
  return outcome ?? fail({ type: 'too-busy' });
}

async function runOnce(
  context: RestContext,
  request: RestRequest,
  { statement, readOnly }: Running,
): Promise<Result<Outcome, RestFailure>> {
  const { method, path, headers, caller, media } = request;
  let outcome: Result<Outcome, RestFailure> | undefined;
  // A transaction is rolled back by rejecting; this reason says that we wanted it.
  const rollBack = new Error('rolled back');
  try {
    return await context.database.runAs({ caller, request: { method, path, headers }, readOnly }, async (tx) => {
      const [row = NO_ROW] = await sendStatement<AnswerRow>(tx, context.prepare(statement));
      outcome = toOutcome(row, media.isObject);
      if (!outcome.ok) throw rollBack;
      return outcome;
    });
  } catch (error) {
    if (error === rollBack && outcome !== undefined) return outcome;
    return fail(toFailure(error, isAnonymous(context, caller)));
  }
}

const NO_ROW: AnswerRow = { total: null, rows: '0', body: '', inserted: null };

function toOutcome(row: AnswerRow, isObject: boolean): Result<Outcome, RestFailure> {
  const rows = Number(row.rows);
  if (isObject && rows !== 1) return fail({ type: 'not-singular', rows });
  const { total, body, inserted } = row;
  return ok({ total: toCount(total), rows, body, inserted: toCount(inserted) });
}

const toCount = (count: string | null): number | null => (count === null ? null : Number(count));

/** @throws what is neither an error of Postgres nor a lost connection */
export function toFailure(error: unknown, isStranger: boolean): RestFailure {
  const code = readText(error, 'code');
  if (!(error instanceof Error) || code === null) throw error;
  if (isConnectionLost(error)) return { type: 'database-away' };
  if (!isRefusal(error)) throw error;
  return { type: 'database-refused', refusal: toDatabaseRefusal(error, code), isAnonymous: isStranger };
}

function toDatabaseRefusal(error: Error, code: string): DatabaseRefusal {
  return { code, message: error.message, details: readText(error, 'detail'), hint: readText(error, 'hint') };
}

function readText(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : null;
}
