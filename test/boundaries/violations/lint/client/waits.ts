/** The client starts a timer. */
export const wait = (done: () => void): void => {
  setTimeout(done, 100);
};
