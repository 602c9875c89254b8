/** Counts of unsent changes that signed-out accounts left on this device (spec section 2, product Y9). */

export type UnsentCounts = {
  /** The sum over all accounts of this device. */
  readonly read: () => number;
  /** Stores an account's count; 0 removes it. */
  readonly write: (userId: string, count: number) => void;
};
