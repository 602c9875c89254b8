/** The queued port on local storage: the sign-in screen must know before any account's database is open. */
import type { Queued } from '#client/ports/queued.ts';
import { readKeys, readValue, removeValue, writeValue } from './local-storage.ts';

/** Before the id of the account. */
const PREFIX = 'checklist.queued.';
/** A count that is longer than this was not written here. */
const COUNT = /^[1-9]\d{0,8}$/u;

/** Where the browser refuses local storage nothing is remembered: nothing was kept there either. */
export function createQueued(): Queued {
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

/** What cannot be read counts for nothing (spec section 8). */
const parseCount = (text: string | null): number => (text !== null && COUNT.test(text) ? Number(text) : 0);
