/** The client reads the clock through the back door. */
export const today = (): Date => new globalThis.Date();
