/** Core reads the clock. */
export const now = (): number => Date.now();
