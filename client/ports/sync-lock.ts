/** A lock that lets one tab of an account sync at a time (architecture section 3). */
export type SyncLock = {
  /**
   * Runs work while no other tab runs its own. A tab that holds the lock too long, such as one the browser froze, loses it.
   * Two tabs may then sync at once, which does no harm: the backend skips replays.
   */
  readonly run: (work: () => Promise<void>) => Promise<void>;
};
