/** Storage of the screen that the next start shows before the app's scripts have run (decision 50). */
import type { ListRef } from '#core/account/list-ref.ts';

/** A tick that was made on that screen. */
export type FirstScreenTick = readonly [itemId: string, checked: boolean];

export type FirstScreenStorage = {
  /**
   * Stores the screen of a user's list, unless that user has signed out.
   * @param markup what the service worker inserts into the page
   */
  readonly write: (userId: string, markup: string) => void;
  /** Removes the stored screen, because the list has changed since. */
  readonly remove: () => void;
  /**
   * Reads the ticks that were made on the first screen. Does nothing if there are none, or if the disk cannot be read.
   * @param apply applies them; the ticks are removed if it returns true, when their result is on disk
   */
  readonly takeFirstScreenTicks: (
    list: ListRef,
    apply: (ticks: readonly FirstScreenTick[]) => Promise<boolean>,
  ) => Promise<void>;
};
