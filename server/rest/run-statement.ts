/** Runs the statement of a request in a transaction of its caller, with the parts that all requests share. Rolls back if the outcome is a failure. */
import { isConnectionLost, isPostgresError } from '#server/database/connection.ts';
import type { CallerTransaction, Caller, Database } from '#server/database/database.ts';
import { sendStatement } from '#server/database/run-as.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { DatabaseError, RestFailure } from './failure.ts';
import type { RestRequest } from './request/request.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { Piece, Prepare } from './sql/piece.ts';
import { MAX_RESPONSE_BYTES, type ResultRow } from './sql/read.ts';

/** The result of a statement. */
export type Outcome = {
  /** Null if no count was requested. */
  readonly total: number | null;
  readonly rows: number;
  readonly body: string;
  /** The number of new rows of an upsert. */
  readonly inserted: number | null;
};

type Running = Pick<CallerTransaction, 'readOnly' | 'timeout'> & { readonly statement: Piece };

/**
 * Runs a statement. Rolls back if, for example, a single object was requested and several rows were written.
 * Database errors, also those at the commit, are failures. Only bugs throw.
 */
export async function runStatement(
  context: RestContext,
  request: RestRequest,
  running: Running,
): Promise<Result<Outcome, RestFailure>> {
  const source = { ...request, size: sizeOf(running.statement) };
  const outcome = await context.concurrency.run(source, () =>
    runUntilDecided(() => runOnce(context, request, running)),
  );
  return outcome ?? fail({ type: 'too-busy' });
}

/** The values include the rows of a body, which are kept until the statement runs. */
const sizeOf = ({ parts }: Piece): number =>
  parts.reduce((sum, part) => sum + (typeof part === 'string' ? part : part.value).length, 0);

/**
 * Runs the transaction again if Postgres ended it because of others, which can take locks in another order: a PATCH locks its rows before
 * their list. Nothing of it was committed or published.
 */
async function runUntilDecided(
  run: () => Promise<Result<Outcome, RestFailure>>,
  triesLeft = 2,
): Promise<Result<Outcome, RestFailure>> {
  const outcome = await run();
  if (outcome.ok || outcome.failure.type !== 'database-error' || triesLeft === 0) return outcome;
  if (!ENDED_FOR_OTHERS.has(outcome.failure.error.code)) return outcome;
  return runUntilDecided(run, triesLeft - 1);
}

/** deadlock_detected, serialization_failure */
const ENDED_FOR_OTHERS: ReadonlySet<string> = new Set(['40P01', '40001']);

async function runOnce(
  context: RestContext,
  request: RestRequest,
  { statement, ...running }: Running,
): Promise<Result<Outcome, RestFailure>> {
  const { method, path, headers, caller, media } = request;
  const { readOnly } = running;
  let outcome: Result<Outcome, RestFailure> | undefined;
  // Rejecting the callback rolls back the transaction. This error marks an intended rollback.
  const rollBack = new Error('rolled back');
  try {
    const done = await context.database.runAs(
      { caller, request: { method, path, headers }, ...running },
      async (tx) => {
        const [row = NO_ROW] = await sendStatement<ResultRow>(tx, context.prepare(statement));
        outcome = toOutcome(row, media.isObject);
        if (!outcome.ok) throw rollBack;
        return outcome;
      },
    );
    if (!readOnly) context.onWrite(null);
    return done;
  } catch (error) {
    if (error === rollBack && outcome !== undefined) return outcome;
    if (!readOnly) context.onWrite(readErrorCode(error));
    return fail(toFailure(error, isAnonymous(context, caller)));
  }
}

const NO_ROW: ResultRow = { total: null, rows: '0', body: '', inserted: null };

function toOutcome(row: ResultRow, isObject: boolean): Result<Outcome, RestFailure> {
  const rows = Number(row.rows);
  if (isObject && rows !== 1) return fail({ type: 'not-singular', rows });
  const { total, body, inserted } = row;
  if (body === null) return fail({ type: 'response-too-large', most: MAX_RESPONSE_BYTES });
  return ok({ total: toCount(total), rows, body, inserted: toCount(inserted) });
}

const toCount = (count: string | null): number | null => (count === null ? null : Number(count));

/** @throws errors that are neither Postgres errors nor lost connections */
export function toFailure(error: unknown, isCallerAnonymous: boolean): RestFailure {
  const code = readText(error, 'code');
  if (!(error instanceof Error) || code === null) throw error;
  if (isConnectionLost(error)) return { type: 'database-away' };
  if (!isPostgresError(error)) throw error;
  return { type: 'database-error', error: toDatabaseError(error, code), isAnonymous: isCallerAnonymous };
}

function toDatabaseError(error: Error, code: string): DatabaseError {
  return { code, message: error.message, details: readText(error, 'detail'), hint: readText(error, 'hint') };
}

function readText(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : null;
}

export type RestSettings = {
  /** The exposed schemas. The first is the default. */
  readonly schemas: readonly string[];
  /** The role of callers that have not signed in. */
  readonly anonRole: string;
  /** The maximum number of rows that a read returns. */
  readonly maxRows: number;
  /** The number of database connections for requests. */
  readonly connections: number;
  /** The maximum request body of signed-in users. That of anonymous callers is fixed (`read-body.ts`). */
  readonly maxBodyBytes: number;
};

export type RestContext = {
  readonly database: Pick<Database, 'runAs' | 'sql'>;
  readonly schemaCache: SchemaCache;
  readonly prepare: Prepare;
  readonly concurrency: ConcurrencyLimit;
  readonly settings: RestSettings;
  /** Learns the outcome of each write: null, or the SQLSTATE of its failure. */
  readonly onWrite: (code: string | null) => void;
};

/** Whether the caller has not signed in. */
export const isAnonymous = ({ settings }: RestContext, { role }: Caller): boolean => role === settings.anonRole;
