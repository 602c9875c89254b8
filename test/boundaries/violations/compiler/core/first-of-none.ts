/** The first of what may be empty. */
export const first = (weights: readonly number[]): number => weights[0];
