/** Whose new account the demo's list was promised to: written before the account is made, gone once the list is in it. */
import { parseJson, readValue, removeValue, writeValue } from './local-storage.ts';
import { isText, isWith } from './shape.ts';

const PROMISE_KEY = 'checklist.take-along';

const isPromise = isWith({ to: isText });

/** An address, lowercased and trimmed; who comes back from a provider by a flow of this id; an account's id. Null for nobody. */
export function readPromise(): string | null {
  const value = parseJson(readValue(PROMISE_KEY));
  return isPromise(value) ? value.to : null;
}

/** One at a time: whoever signs up next takes the list, or leaves it. */
export const writePromise = (to: string): void => void writeValue(PROMISE_KEY, JSON.stringify({ to }));

/** What was promised to the one is promised to the other, who it turned out to be. */
export function promiseOn(from: string, to: string): void {
  if (readPromise() === from) writePromise(to);
}

export const dropPromise = (): void => removeValue(PROMISE_KEY);
