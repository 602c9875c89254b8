/** What is to become of an account's list on this device once the account is deleted: written before the backend is asked. */
import { parseJson, readKeys, readValue, removeValue, writeValue } from './local-storage.ts';
import { isFlag, isWith, isWord } from './shape.ts';
import type { Guard } from './shape.ts';

/** Before the id of the account. */
const PREFIX = 'checklist.farewell.';

export type FarewellWish = {
  /** Whether the list is to go on in the demo; `kept`: it does. */
  readonly list: 'wanted' | 'kept' | 'unwanted';
  /** Whether the account is gone for certain. */
  readonly isGone: boolean;
  /** When the backend was asked, in milliseconds of this device's clock. */
  readonly askedAt: number;
};

const isTime: Guard<number> = (value) => typeof value === 'number';
const isWish = isWith<FarewellWish>({ list: isWord('wanted', 'kept', 'unwanted'), isGone: isFlag, askedAt: isTime });

export function readWish(userId: string): FarewellWish | null {
  const value = parseJson(readValue(PREFIX + userId));
  return isWish(value) ? value : null;
}

export const writeWish = (userId: string, wish: FarewellWish): void =>
  void writeValue(PREFIX + userId, JSON.stringify(wish));

export const dropWish = (userId: string): void => removeValue(PREFIX + userId);

/** The accounts that are gone and have left something on this device. */
export const readGone = (): readonly string[] =>
  readKeys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .filter((userId) => readWish(userId)?.isGone === true);
