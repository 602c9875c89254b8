/** Core draws lots. */
export const draw = (): number => Math.random();
