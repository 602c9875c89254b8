/** Runs the work of a request in its caller's transaction, and undoes it where the outcome is a failure. */
import type { CallerTransaction, Database, Statement, TransactionSql } from '#server/database/database.ts';
import { isConnectionLost, isRefusal } from '#server/database/connection-lost.ts';
import type { Result } from '#server/result.ts';
import type { DatabaseRefusal, RestFailure } from './failure.ts';
import type { Turns } from './turns.ts';

type Work<T> = (tx: TransactionSql) => Promise<Result<T, RestFailure>>;

export type Transaction = {
  readonly database: Pick<Database, 'runAs' | 'shareAs' | 'readAs'>;
  readonly turns: Turns;
  readonly wanted: CallerTransaction;
  /** A refused right may be had by signing in. */
  readonly isAnonymous: boolean;
};

/**
 * Commits if the work's outcome is good, rolls back if not.
 * Gives the outcome, or what the database said, also at the commit; throws only what a bug causes.
 */
export async function transact<T>(transaction: Transaction, work: Work<T>): Promise<Result<T, RestFailure>> {
  return takeTurn(transaction, () => runOnce(transaction, work));
}

/**
 * Runs one statement that only reads, or that writes and is soon done: such a write may share a transaction with others'.
 * Gives its rows, or what the database said; throws only what a bug causes.
 */
export async function transactOne<Row extends object>(
  transaction: Transaction,
  statement: Statement,
): Promise<Result<readonly Row[], RestFailure>> {
  const { database, wanted, isAnonymous } = transaction;
  return takeTurn(transaction, async () => {
    try {
      const run = wanted.readOnly ? database.readAs<Row> : database.shareAs<Row>;
      return { ok: true, value: await run(wanted, statement) };
    } catch (error) {
      return { ok: false, failure: toFailure(error, isAnonymous) };
    }
  });
}

async function takeTurn<T>(
  { turns, wanted }: Transaction,
  work: () => Promise<Result<T, RestFailure>>,
): Promise<Result<T, RestFailure>> {
  const outcome = await turns.take(wanted.caller, work);
  return outcome ?? { ok: false, failure: { type: 'too-busy' } };
}

async function runOnce<T>(
  { database, wanted, isAnonymous }: Transaction,
  work: Work<T>,
): Promise<Result<T, RestFailure>> {
  let outcome: Result<T, RestFailure> | undefined;
  // A transaction is rolled back by rejecting; this reason says that we wanted it.
  const rollBack = new Error('rolled back');
  try {
    return await database.runAs(wanted, async (tx) => {
      outcome = await work(tx);
      if (!outcome.ok) throw rollBack;
      return outcome;
    });
  } catch (error) {
    if (error === rollBack && outcome !== undefined) return outcome;
    return { ok: false, failure: toFailure(error, isAnonymous) };
  }
}

/** @throws what is neither an error of Postgres nor a lost connection */
export function toFailure(error: unknown, isAnonymous: boolean): RestFailure {
  const code = readText(error, 'code');
  if (!(error instanceof Error) || code === null) throw error;
  if (isConnectionLost(error)) return { type: 'database-away' };
  if (!isRefusal(error)) throw error;
  return { type: 'database-refused', refusal: toDatabaseRefusal(error, code), isAnonymous };
}

function toDatabaseRefusal(error: Error, code: string): DatabaseRefusal {
  return { code, message: error.message, details: readText(error, 'detail'), hint: readText(error, 'hint') };
}

function readText(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : null;
}
