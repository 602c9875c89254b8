/** A category of the account. The current list may or may not show it. */
export type Category = {
  readonly id: string;
  readonly name: string;
  /** A CSS hex color; empty if the screen derives the color from the name. */
  readonly color: string;
  /** Whether the current list shows it (spec section 3: categories in the list, and all known ones). */
  readonly inList: boolean;
};

/** A category for items whose category is unknown. It has the name of the last default category. */
export const createLostCategory = (id: string): Category => ({ id, name: 'Other', color: '', inList: true });
