/** Reads what other tabs and the sync did on the disk, and brings this tab to the same state (product Y8). */
import type { Diff } from '#core/diff/diff.ts';
import type { History } from '#core/history/history.ts';
import type { List } from '#core/list/list.ts';
import type { Position, Storage, StoredState } from '#client/ports/storage.ts';
import { latestKey } from './durable-ops.ts';
import type { Outbox } from './outbox.ts';
import { createSingleFlight } from './single-flight.ts';

export type CatchUp = {
  /** Looks at the disk; one look at a time, and one more when asked meanwhile. */
  readonly catchUp: () => Promise<void>;
  /** This tab acted: what is being read just now may be older than that. */
  readonly noteAct: () => void;
  /** An act of this tab became durable. */
  readonly noteKey: (key: number) => void;
};

type Parts = {
  readonly storage: Storage;
  readonly outbox: Outbox;
  readonly list: List;
  readonly state: StoredState;
};

/** @param onNews what the news change of the list, and the history as the disk has it; null where this tab knows better */
export function createCatchUp(
  { storage, outbox, list, state }: Parts,
  onNews: (diff: Diff, history: History | null) => void,
): CatchUp {
  // Every operation up to this key, and every row up to this stamp, is known here.
  let known: Position = { key: latestKey(state), stamp: state.stamp };
  let acts = 0;
  const flight = createSingleFlight(async () => {
    const actsBefore = acts;
    const read = await storage.readAfter(known);
    if (!read.ok) return;
    const isOutdated = actsBefore !== acts;
    const news = read.value;
    known = { key: Math.max(known.key, latestKey(news)), stamp: news.stamp };
    // Nothing may come between working out this diff and showing it.
    onNews(outbox.takeIn(news, list), isOutdated ? null : news.history);
    if (isOutdated) void flight();
  });
  return {
    catchUp: flight,
    noteAct() {
      acts += 1;
    },
    noteKey(key) {
      if (key === known.key + 1) known = { ...known, key };
    },
  };
}
