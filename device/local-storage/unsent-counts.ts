/** The unsent counts port on local storage, because the sign-in screen needs the counts before any database is open. */
import type { UnsentCounts } from '#client/ports/local-storage.ts';
import { readKeys, readValue, removeValue, writeValue } from './local-storage.ts';

/** The key of an account's count is this prefix and its id. */
const PREFIX = 'checklist.unsent-count.';
/** Longer numbers were not written by the app. */
const COUNT = /^[1-9]\d{0,8}$/u;

/** Creates the port. Without local storage, nothing is counted, and nothing was queued. */
export function createUnsentCounts(): UnsentCounts {
  return {
    read: () =>
      readKeys()
        .filter((key) => key.startsWith(PREFIX))
        .reduce((sum, key) => sum + parseCount(readValue(key)), 0),
    write(userId, count) {
      if (count > 0) writeValue(PREFIX + userId, String(count));
      else removeValue(PREFIX + userId);
    },
  };
}

/** An unreadable count is 0 (spec section 8). */
const parseCount = (text: string | null): number => (text !== null && COUNT.test(text) ? Number(text) : 0);
