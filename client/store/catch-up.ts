/** Reads what other tabs did, and brings this one to the same state (product Y8). */
import type { Diff } from '#core/diff/diff.ts';
import type { History } from '#core/history/history.ts';
import type { Contents } from '#core/list/memory.ts';
import type { List } from '#core/list/list.ts';
import type { OutboxNews, Storage, StoredState } from '#client/ports/storage.ts';
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
  // Every operation up to this key is known here, in the outbox or in the base.
  let seenUpTo = latestKey(state);
  let acts = 0;
  const takeIn = (news: OutboxNews): Diff => {
    const diff = outbox.merge(news.ops, list);
    outbox.absorb(news.absorbedUpTo);
    seenUpTo = Math.max(seenUpTo, latestKey(news));
    return diff;
  };
  const startAgain = (stored: StoredState): Diff => {
    seenUpTo = latestKey(stored);
    return outbox.restart(stored, list);
  };
  const flight = createSingleFlight(async () => {
    const actsBefore = acts;
    const read = await readNews(storage, seenUpTo, state.base);
    if (!read) return;
    const isOutdated = actsBefore !== acts;
    // Nothing may come between working out this diff and showing it.
    const diff = read.all ? startAgain(read.all) : takeIn(read.news);
    onNews(diff, isOutdated ? null : (read.all ?? read.news).history);
    if (isOutdated) void flight();
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

/** What is new, and, where this tab needs it to understand that, all there is. */
type Read = { readonly news: OutboxNews; readonly all: StoredState | null };

async function readNews(storage: Storage, seenUpTo: number, first: Contents): Promise<Read | null> {
  const news = await storage.readAfter(seenUpTo);
  if (!news.ok) return null;
  if (news.value.absorbedUpTo <= seenUpTo) return { news: news.value, all: null };
  // Another tab folded operations into the base that this one never saw: only the base tells.
  const all = await storage.open(first);
  return all.ok ? { news: news.value, all: all.value } : null;
}
