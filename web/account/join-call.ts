/** Makes one call at a time; other callers wait for the same answer. */

/**
 * Makes a call, or joins the pending one.
 * @param underWay holds the pending call
 */
export function joinCall<T>(underWay: { current: Promise<T> | null }, call: () => Promise<T>): Promise<T> {
  underWay.current ??= call().finally(() => {
    underWay.current = null;
  });
  return underWay.current;
}
