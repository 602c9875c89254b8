/** A suppressed compiler error. */
// @ts-ignore
export const weight: number = 'heavy';
