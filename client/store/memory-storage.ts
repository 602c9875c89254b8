/** Storage that lasts as long as the page: what the app goes on with where the disk refuses (product D2). */
import { changeHistory } from '#core/history/history.ts';
import type { History } from '#core/history/history.ts';
import type { Contents } from '#core/list/memory.ts';
import { ok } from '#core/result.ts';
import type { Storage, StoredState } from '#client/ports/storage.ts';

/** Takes every act and keeps only the history: the store's own memory holds the list, base and outbox. */
export function createMemoryStorage(): Storage {
  let lastKey = 0;
  let history: History = [];
  return {
    hasList: () => Promise.resolve(false),
    open: (first) => Promise.resolve(ok({ ...freshState(first), history })),
    append(batch) {
      lastKey += 1;
      history = changeHistory(history, batch.history);
      return Promise.resolve(ok(lastKey));
    },
    readAfter: () => Promise.resolve(ok({ ...NO_NEWS, history })),
    // There is no base to fold into: the acts stay where they are.
    absorb: () => Promise.resolve(ok(0)),
    keepFolded() {},
  };
}

const NOTHING: Contents = { items: [], categories: [], savedLists: [], profile: [] };
const NO_NEWS = { base: NOTHING, ops: [], absorbedUpTo: 0, stamp: 0 };

/** What a list in memory begins with. */
export const freshState = (first: Contents | null): StoredState => ({
  ...NO_NEWS,
  base: first ?? NOTHING,
  history: [],
  folded: [],
  isFresh: true,
});
