/** One thing to buy: a row of the shopping list. */
export type Item = {
  /** Globally unique. The id of an item that a user added begins with the time in milliseconds (product L4). */
  readonly id: string;
  readonly name: string;
  /** The id of its category. */
  readonly category: string;
  readonly checked: boolean;
};
