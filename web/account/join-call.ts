/** One call at a time: whoever wants the same meanwhile waits for its answer. */

/**
 * Makes a call, or joins the one that is under way.
 * @param underWay where that is kept; empty again once it is over
 */
export function joinCall<T>(underWay: { current: Promise<T> | null }, call: () => Promise<T>): Promise<T> {
  underWay.current ??= call().finally(() => {
    underWay.current = null;
  });
  return underWay.current;
}
