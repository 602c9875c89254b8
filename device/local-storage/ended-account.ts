/** Marks of accounts that logged out here, or whose session was ended from elsewhere: their data has to leave this device (product Y9). */
import { endedKey, readKeys, removeValue, writeValue } from './local-storage.ts';

/** The mark stays until the removal is complete, so that a closed page does not stop it, or until the account signs in here again. */
export const markEnded = (userId: string): void => void writeValue(endedKey(userId), '1');

export const unmarkEnded = (userId: string): void => removeValue(endedKey(userId));

/** The ids of the marked accounts. */
export const readEnded = (): readonly string[] =>
  readKeys()
    .filter((key) => key.startsWith(endedKey('')))
    .map((key) => key.slice(endedKey('').length));
