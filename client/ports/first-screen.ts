/** Storage of the screen that the next start shows before the app's scripts have run (decision 49). */
import type { ListRef } from '#core/account/list-ref.ts';

export type FirstScreenStorage = {
  /**
   * Stores the screen of a list for the next start of the same build by the same user at the same width.
   * @param screen data that JSON can express
   * @param sheets the style rules that the app loads later
   */
  readonly write: (list: ListRef, screen: unknown, sheets: string) => void;
  /** Removes the stored screen, because the list has changed since. */
  readonly remove: () => void;
};

/** A tick that was made on that screen. */
export type EarlyTick = readonly [itemId: string, checked: boolean];

/** The early ticks on disk, which a crash would otherwise lose. */
export type EarlyTickStorage = {
  /** Empty if the disk cannot be read. */
  readonly read: () => Promise<readonly EarlyTick[]>;
  /** Removes them once they are applied. */
  readonly remove: () => Promise<void>;
};
