/** One category: known to the account, and perhaps in the current list. */
export type Category = {
  readonly id: string;
  readonly name: string;
  /** A CSS hex colour of the default categories; empty where the screen derives one from the name. */
  readonly color: string;
  /** Whether the current list shows it (spec section 3: categories in the list, and all known ones). */
  readonly inList: boolean;
};

/** The category of items whose own nobody knows any more: it is called like the last of the default categories. */
export const createLostCategory = (id: string): Category => ({ id, name: 'Other', color: '', inList: true });
