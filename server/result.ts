/** The result of an operation that can fail for reasons outside the code: users, disk, network, database. Only bugs throw. */

export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** A successful result. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });

/** A failed result. `failure` has a kebab-case `type`. */
export const fail = <Failure>(failure: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure,
});

type Values<Results> = {
  readonly [Name in keyof Results]: Results[Name] extends Result<infer Value, unknown> ? Value : never;
};

type Failures<Results> = Results[keyof Results] extends infer One
  ? One extends { readonly ok: false; readonly failure: infer Failure }
    ? Failure
    : never
  : never;

/** Combines results by name: all values, or the first failure in the order of the names. */
export function combineResults<const Results extends Readonly<Record<string, Result<unknown, unknown>>>>(
  results: Results,
): Result<Values<Results>, Failures<Results>> {
  const values: [string, unknown][] = [];
  for (const [name, result] of Object.entries(results)) {
    // A failure of one of `Results`, of which TypeScript forgets the type when it lists the entries.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (!result.ok) return fail(result.failure as Failures<Results>);
    values.push([name, result.value]);
  }
  // `values` has the value of each name in `results`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return ok(Object.fromEntries(values) as Values<Results>);
}

/** A lock was not free in time (Postgres, appendix A). */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the code of any thrown value, or UNKNOWN if it has none. */
export function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
