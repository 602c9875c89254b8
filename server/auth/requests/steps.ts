/**
 * The steps of a request. `yield*` takes the value of a step, or ends the request with the failure of that step, as `?` does
 * in Rust ([decision 66](../../../docs/decisions/0066-steps-end-at-the-first-failure.md)).
 */
import type { Sql, TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import type { AuthFailure } from './auth-failure.ts';

/** Steps that end with a value, or yield a failure and are not continued. Only `yield*` and `runSteps` run them. */
export type Steps<Value> = AsyncGenerator<AuthFailure, Value, undefined>;

/** Steps that wait for nothing. */
export type Checks<Value> = Generator<AuthFailure, Value, undefined>;

/** Ends the request with a failure. */
export const fail = (type: AuthFailure['type'], details: Omit<AuthFailure, 'type'> = {}): Checks<never> =>
  refuse({ type, ...details });

/** Ends the request with a failure that already exists. */
export function* refuse(failure: AuthFailure): Checks<never> {
  yield failure;
  throw new Error('A request continued after its failure.');
}

/** Runs steps and returns their value or their failure. `finally` blocks do not run after a failure. */
export async function runSteps<Value>(steps: Steps<Value> | Checks<Value>): Promise<Result<Value, AuthFailure>> {
  const { done, value } = await steps.next();
  return done === true ? { ok: true, value } : { ok: false, failure: value };
}

/**
 * Begins a transaction that waits at most three seconds for each lock: requests for an account that is being deleted, or that takes over a
 * large list, must not hold all connections. Then Postgres ends it with 55P03.
 */
export const beginBriefly = <Value>(sql: Sql, work: (tx: TransactionSql) => Promise<Value>) =>
  sql.begin(async (tx) => {
    await tx`set local lock_timeout = '3s'`;
    return work(tx);
  });

/** Runs steps in a transaction. It commits after a failure too, so that what was written before counts, such as a wrong code. */
export async function* inTransaction<Value>(sql: Sql, work: (tx: TransactionSql) => Steps<Value>): Steps<Value> {
  const result = await beginBriefly(sql, async (tx) => runSteps(work(tx)));
  return result.ok ? result.value : yield* refuse(result.failure);
}
