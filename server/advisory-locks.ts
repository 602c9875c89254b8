/** The keys of the advisory locks, which all processes on one database share: arbitrary constants, each for one purpose. */
export const advisoryLocks = {
  /** Processes migrate one after the other. */
  migrate: 7_306_251,
  /** Held by the one server that uses a private data folder. */
  claimFolder: 7_306_252,
  /** Processes attach the triggers of realtime one after the other. */
  attachTriggers: 7_306_253,
  /** One process at a time writes a scheduled backup. */
  writeBackup: 7_306_254,
} as const;
