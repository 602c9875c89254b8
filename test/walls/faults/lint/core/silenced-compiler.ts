/** The compiler is told to be quiet. */
// @ts-ignore
export const weight: number = 'heavy';
