/** Whose new account the demo's list was promised to: written before the account is made, gone once the list is in it. */
import { parseJson, readValue, removeValue, writeValue } from './local-storage.ts';
import { isText, isWith } from './shape.ts';

const PROMISE_KEY = 'checklist.take-along';

const isPromise = isWith({ email: isText });

/** The address, lowercased and trimmed; null where nothing is promised. */
export function readPromise(): string | null {
  const value = parseJson(readValue(PROMISE_KEY));
  return isPromise(value) ? value.email : null;
}

/** One at a time: whoever signs up next takes the list, or leaves it. */
export const writePromise = (email: string): void => void writeValue(PROMISE_KEY, JSON.stringify({ email }));

export const dropPromise = (): void => removeValue(PROMISE_KEY);
