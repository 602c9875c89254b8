/** Several results as one. */
import type { RestFailure } from './failure.ts';
import type { Result } from '#server/result.ts';

type Values<Results> = {
  readonly [Name in keyof Results]: Results[Name] extends Result<infer Value, RestFailure> ? Value : never;
};

/** Gives all values under their names, or the first failure in the order of the names. */
export function gather<const Results extends Readonly<Record<string, Result<unknown, RestFailure>>>>(
  results: Results,
): Result<Values<Results>, RestFailure> {
  const values: [string, unknown][] = [];
  for (const [name, result] of Object.entries(results)) {
    if (!result.ok) return result;
    values.push([name, result.value]);
  }
  // Each name has the value of its own result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ok: true, value: Object.fromEntries(values) as Values<Results> };
}
