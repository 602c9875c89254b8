/** Storage that lasts as long as the page: what the app goes on with where the disk refuses (product D2). */
import { changeHistory } from '#core/history/history.ts';
import type { History } from '#core/history/history.ts';
import { ok } from '#core/result.ts';
import type { Storage } from '#client/ports/storage.ts';

/** Takes every act and keeps only the history: the store's own memory holds the list. */
export function createMemoryStorage(): Storage {
  let lastKey = 0;
  let history: History = [];
  return {
    hasList: () => Promise.resolve(false),
    open: (first) =>
      Promise.resolve(ok({ base: first, ops: [], history, absorbedUpTo: lastKey, folded: [], isFresh: true })),
    append(batch) {
      lastKey += 1;
      history = changeHistory(history, batch.history);
      return Promise.resolve(ok(lastKey));
    },
    // Never further than the store has seen: it must not come back for a base that is not kept here.
    readAfter: (key) => Promise.resolve(ok({ ops: [], history, absorbedUpTo: key })),
    absorb: () => Promise.resolve(ok(lastKey)),
    keepFolded() {},
  };
}
