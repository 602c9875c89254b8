/** An unchecked non-null assertion. */
export const first = (weights: readonly number[]): number => weights[0]!;
