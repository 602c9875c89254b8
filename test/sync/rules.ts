/** The rules of the sync that the simulation can switch off, one at a time, to prove that it would notice. */

export type Rules = {
  /** The server skips what it has applied already. */
  readonly serverDedupe: boolean;
  /** A device sends the fields its shopper changed, not whole rows. */
  readonly fieldPatches: boolean;
  /** What is not sent yet lies over what the server said. */
  readonly overlay: boolean;
  /** A row is taken in only where its version is higher. */
  readonly versionGuard: boolean;
  /** Undo leaves alone what another device wrote after. */
  readonly giveWay: boolean;
  /** Rows that rang do not move the cursors. */
  readonly cursorByPullOnly: boolean;
  /** Versions are taken under the account's lock, so that they become visible in order. */
  readonly accountLock: boolean;
  /** A group keeps its numbers when it is sent again. */
  readonly numbersWritten: boolean;
  /** Before a group that the server skipped is dropped, what became of it is pulled. */
  readonly pullBeforeDrop: boolean;
  /** A group that another tab has settled is left alone. */
  readonly settleOnce: boolean;
};

export const ALL_RULES: Rules = {
  serverDedupe: true,
  fieldPatches: true,
  overlay: true,
  versionGuard: true,
  giveWay: true,
  cursorByPullOnly: true,
  accountLock: true,
  numbersWritten: true,
  pullBeforeDrop: true,
  settleOnce: true,
};
