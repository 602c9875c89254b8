/** Reads what other tabs did, and brings this one to the same state (product Y8). */
import type { Diff } from '#core/diff/diff.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import type { History } from '#core/history/history.ts';
import type { List } from '#core/list/list.ts';
import type { OutboxNews, Storage, StoredOp, StoredState } from '#client/ports/storage.ts';
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

/** @param onNews what the news change of the list, and the history as the disk has it */
export function createCatchUp(
  { storage, outbox, list, state }: Parts,
  onNews: (diff: Diff, history: History) => void,
): CatchUp {
  // Every operation up to this key is known here, in the outbox or in the base.
  let seenUpTo = latestKey(state.absorbedUpTo, state.ops);
  let acts = 0;
  // Another tab folded operations into the base that this one never saw: only the base tells.
  const startAgain = async (): Promise<Diff> => {
    const all = await storage.open(state.base);
    if (!all.ok) return EMPTY_DIFF;
    seenUpTo = latestKey(all.value.absorbedUpTo, all.value.ops);
    return outbox.restart(all.value.base, all.value.ops, list);
  };
  const takeIn = async (news: OutboxNews): Promise<Diff> => {
    if (news.absorbedUpTo > seenUpTo) return startAgain();
    const diff = outbox.merge(news.ops, list);
    outbox.absorb(news.absorbedUpTo);
    seenUpTo = latestKey(seenUpTo, news.ops);
    return diff;
  };
  const flight = createSingleFlight(async () => {
    const actsBefore = acts;
    const news = await storage.readAfter(seenUpTo);
    if (!news.ok) return;
    const diff = await takeIn(news.value);
    onNews(diff, news.value.history);
    // The history that was read is older than an act made meanwhile.
    if (actsBefore !== acts) void flight();
  });
  return {
    catchUp: flight,
    noteAct() {
      acts += 1;
    },
    noteKey(key) {
      if (key === seenUpTo + 1) seenUpTo = key;
    },
  };
}

const latestKey = (key: number, ops: readonly StoredOp[]): number => Math.max(key, ...ops.map((op) => op.key));
