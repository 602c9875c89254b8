/** Storage that lasts as long as the page, for browsers that refuse to store anything (product D2). */
import { changeHistory } from '#core/history/history.ts';
import type { History } from '#core/history/history.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import type { Contents } from '#core/list/contents.ts';
import { ok } from '#core/result.ts';
import type { Storage, StoredState } from '#client/ports/storage.ts';

/** Accepts every change and keeps only the history: the store already has the list, base and outbox in memory. */
export function createMemoryStorage(): Storage {
  let lastKey = 0;
  let history: History = [];
  return {
    open: (first) => Promise.resolve(ok({ ...freshState(first), history })),
    append(batch) {
      lastKey += 1;
      history = changeHistory(history, batch.history);
      return Promise.resolve(ok(lastKey));
    },
    readAfter: () => Promise.resolve(ok({ ...NO_DELTA, history })),
    // Without a base on disk there is nothing to compact into.
    compact: () => Promise.resolve(ok(0)),
    saveCollapsed() {},
  };
}

const NO_DELTA = { base: EMPTY_CONTENTS, outbox: [], compactedUpTo: 0, localSeq: 0 };

/** The state of a new list in memory. */
export const freshState = (first: Contents | null): StoredState => ({
  ...NO_DELTA,
  base: first ?? EMPTY_CONTENTS,
  history: [],
  collapsed: [],
  isFresh: true,
});
