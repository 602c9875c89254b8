/** The client starts a timer. */
export const wait = (done: () => void): unknown => setTimeout(done, 100);
