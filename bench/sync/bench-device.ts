/** The operations that a benchmark calls on a device, ours and the reference's. */

/** All times are those of `monotonicNow`. */
export type BenchDevice = {
  /** Opens the list and starts to sync it. */
  readonly open: () => Promise<void>;
  /** The ids of the items on the list. */
  readonly ids: () => readonly string[];
  readonly add: (count: number) => void;
  /** Returns the time before the tick. */
  readonly tick: (wanted: Tick) => number;
  /** Ticks the first items of the list and deletes those that follow. */
  readonly change: (counts: { readonly ticks: number; readonly deletes: number }) => void;
  /** Disconnects or reconnects the network for requests. Returns the time of the change. */
  readonly setOnline: (isOnline: boolean) => number;
  /** Number of changes that the server has not acknowledged. */
  readonly waiting: () => number;
  /** Resolves with the time at which the item showed this state. */
  readonly whenShown: (wanted: Tick) => Promise<number>;
  /** Resolves with the time at which the list reached these counts; `ticked` includes deleted items. */
  readonly whenCounts: (counts: Counts) => Promise<number>;
};

export type Tick = { readonly id: string; readonly checked: boolean };
export type Counts = { readonly live: number; readonly ticked: number };
