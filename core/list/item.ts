/** One thing to buy: a row of the shopping list. */
export type Item = {
  /** Unique for ever; begins with the time in milliseconds for an item a shopper added (product L4). */
  readonly id: string;
  readonly name: string;
  /** The id of its category. */
  readonly category: string;
  readonly checked: boolean;
};
