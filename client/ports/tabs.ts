/** The other tabs of the same account on this device (product Y8). */

/** The outbox or the base changed on disk: look. It carries nothing, so that a lost message costs only time. */
export type Tabs = {
  readonly announce: () => void;
  /** Calls back whenever another tab announced something, and whenever this tab may have slept through it. */
  readonly onNews: (callback: () => void) => () => void;
};
