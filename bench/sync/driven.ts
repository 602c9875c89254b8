/** What a benchmark makes a device do, ours and the reference's alike. */

/** Moments are those of `moment`. */
export type Driven = {
  /** Opens the list and begins to sync it. */
  readonly open: () => Promise<void>;
  /** The items on the list. */
  readonly ids: () => readonly string[];
  readonly add: (count: number) => void;
  /** Gives the moment before. */
  readonly tick: (wanted: Tick) => number;
  /** One item in each turn of the event loop. Gives the moment before the first. */
  readonly tickEachTurn: (ids: readonly string[]) => Promise<number>;
  /** Ticks the first items of the list and deletes those that follow. */
  readonly change: (counts: { readonly ticks: number; readonly deletes: number }) => void;
  /** Cuts the network off for requests, or brings it back. Gives the moment of that. */
  readonly setOnline: (isOnline: boolean) => number;
  /** How many changes the server has not acknowledged yet. */
  readonly waiting: () => number;
  /** The moment at which an item came to be ticked, or not. */
  readonly whenShown: (wanted: Tick) => Promise<number>;
  /** The moment at which the list came to have so many items, and so many ticks in rows of any kind. */
  readonly whenCounts: (counts: Counts) => Promise<number>;
};

export type Tick = { readonly id: string; readonly checked: boolean };
export type Counts = { readonly live: number; readonly ticked: number };
