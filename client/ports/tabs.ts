/** What the tabs of one account on this device share: messages and the sync lock (product Y8). */

/** Messages between the tabs. */
export type Tabs = {
  /** Notifies the other tabs that the outbox or the base changed on disk. The message has no content: a lost message only delays the other tabs. */
  readonly announce: () => void;
  /** Calls back when another tab announced a change, and when this tab may have missed one while it was suspended. */
  readonly onChange: (callback: () => void) => () => void;
};

/** A lock that lets only one tab sync a list at a time (architecture section 4). */
export type SyncLock = {
  /**
   * Runs work while no other tab runs its own. A tab that holds the lock too long, such as one the browser froze, loses it.
   * Two tabs may then sync at once, which does no harm: the backend skips replays.
   * @returns what the work returned; null if the lock was not available, so that it did not run
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
};
