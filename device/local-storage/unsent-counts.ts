/** The unsent counts port on local storage, because the sign-in screen needs the counts before any database is open. */
import type { UnsentCounts } from '#client/ports/user-storage.ts';
import { readKeys, readValue, removeValue, writeValue } from './local-storage.ts';

/** The key of an account's count is this prefix and its id. */
const PREFIX = 'checklist.unsent-count.';
/** The prefix of older builds. */
const OLD_PREFIX = 'checklist.queued.';
/** Longer numbers were not written by the app. */
const COUNT = /^[1-9]\d{0,8}$/u;

/** Creates the port. Without local storage, nothing is counted, and nothing was queued. */
export function createUnsentCounts(): UnsentCounts {
  return {
    read: () =>
      readUserIds().reduce((sum, id) => sum + parseCount(readValue(PREFIX + id) ?? readValue(OLD_PREFIX + id)), 0),
    write(userId, count) {
      removeValue(OLD_PREFIX + userId);
      if (count > 0) writeValue(PREFIX + userId, String(count));
      else removeValue(PREFIX + userId);
    },
  };
}

/** The accounts that have a count, under the current key or the old one. */
function readUserIds(): readonly string[] {
  const ids = readKeys().flatMap((key) =>
    [PREFIX, OLD_PREFIX].filter((prefix) => key.startsWith(prefix)).map((prefix) => key.slice(prefix.length)),
  );
  return [...new Set(ids)];
}

/** An unreadable count is 0 (spec section 8). */
const parseCount = (text: string | null): number => (text !== null && COUNT.test(text) ? Number(text) : 0);
