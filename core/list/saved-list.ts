/** A list kept under a name, to be loaded another day. */
import type { Item } from './item.ts';

export type SavedList = {
  readonly id: string;
  readonly name: string;
  readonly items: readonly Item[];
  /** ISO 8601 time of the last save (spec section 3). */
  readonly createdAt: string;
};
