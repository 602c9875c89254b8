/** Reads what other tabs and the sync did on the disk, and brings this tab to the same state (product Y8). */
import type { Diff } from '#core/diff/diff.ts';
import type { History } from '#core/history/history.ts';
import type { List } from '#core/list/list.ts';
import type { News, Position, Storage, StoredState } from '#client/ports/storage.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import { latestKey } from './durable-ops.ts';
import type { Outbox } from './outbox.ts';
import { createSingleFlight } from './single-flight.ts';

export type CatchUp = {
  /**
   * Looks at the disk; one look at a time, and one more when asked meanwhile.
   * @param written what was written there since the last look, if somebody knows
   */
  readonly catchUp: (written?: Written) => Promise<void>;
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
  let isReading = false;
  const take = (news: Omit<News, 'history'>, history: History | null): void => {
    known = { key: Math.max(known.key, latestKey(news)), stamp: news.stamp };
    // Nothing may come between working out this diff and showing it.
    onNews(outbox.takeIn(news, list), history);
  };
  const flight = createSingleFlight(async () => {
    const actsBefore = acts;
    isReading = true;
    const read = await storage.readAfter(known);
    isReading = false;
    if (!read.ok) return;
    const isOutdated = actsBefore !== acts;
    take(read.value, isOutdated ? null : read.value.history);
    if (isOutdated) void flight();
  });
  return {
    async catchUp(written) {
      // Where another tab wrote in between, or is just being read, only the disk knows.
      if (written?.stamp === known.stamp + 1 && !isReading) take(written, null);
      else await flight();
    },
    noteAct() {
      acts += 1;
    },
    noteKey(key) {
      if (key === known.key + 1) known = { ...known, key };
    },
  };
}
