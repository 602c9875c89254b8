/** How many changes accounts left on this device when they went, not yet sent (spec section 2, product Y9). */

export type Queued = {
  /** Over all accounts of this device. */
  readonly read: () => number;
  /** 0 when nothing of this account waits. */
  readonly write: (userId: string, count: number) => void;
};
