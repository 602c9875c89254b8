/** The rules of the sync. The simulation switches them off one at a time, to prove that it would notice. */

export type Rules = {
  /** The server skips patches that it has applied already. */
  readonly serverDedupe: boolean;
  /** A device sends only the changed fields, not whole rows. */
  readonly fieldPatches: boolean;
  /** Unsent patches are applied over the server's rows. */
  readonly overlay: boolean;
  /** A row is merged only if its version is higher. */
  readonly versionGuard: boolean;
  /** Undo leaves fields alone that another device wrote since. */
  readonly pruneHistory: boolean;
  /** Rows of change events do not move the cursors. */
  readonly cursorByPullOnly: boolean;
  /** Versions are assigned under the account's lock, so that they become visible in order. */
  readonly accountLock: boolean;
  /** A group keeps its numbers when it is sent again. */
  readonly numbersWritten: boolean;
  /** Before a skipped group is dropped, its rows are pulled. */
  readonly pullBeforeDrop: boolean;
  /** A group that another tab has acknowledged is left alone. */
  readonly acknowledgeOnce: boolean;
};

export const ALL_RULES: Rules = {
  serverDedupe: true,
  fieldPatches: true,
  overlay: true,
  versionGuard: true,
  pruneHistory: true,
  cursorByPullOnly: true,
  accountLock: true,
  numbersWritten: true,
  pullBeforeDrop: true,
  acknowledgeOnce: true,
};
