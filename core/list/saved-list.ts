/** A list saved under a name, to be loaded later. */
import type { Item } from './item.ts';

export type SavedList = {
  readonly id: string;
  readonly name: string;
  readonly items: readonly Item[];
  /** Time of the last save in ISO 8601 (spec section 3). */
  readonly createdAt: string;
};
