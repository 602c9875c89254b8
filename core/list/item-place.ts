/** Where an item stands on the screen. */
import type { Item } from './item.ts';
import type { Row } from './row.ts';

/** Whether a row stands in the same place of the same category: its name, its category and being there decide. */
export const isSamePlace = (a: Row<Item>, b: Row<Item>): boolean =>
  a.deleted === b.deleted && a.name === b.name && a.category === b.category;
