/** Facts about the accounts of this device, on local storage: their habits, Shop mode, and the counts of unsent changes. */
import type { Habit } from '#core/suggest/habits.ts';
import type { HabitStorage, ShopModeStorage, UnsentCounts } from '#client/ports/local-storage.ts';
import { type Guard, isListOf, isNumber, isOptional, isText, isWith } from '#device/shape.ts';
import {
  habitsKey,
  parseJson,
  readKeys,
  readUser,
  readValue,
  removeValue,
  SHOP_MODE_KEY,
  writeValue,
} from './local-storage.ts';
import type { Clock } from '#client/ports/clock.ts';
import { TRIP_MS } from '#core/trip/trip-time.ts';

/** The habits of each account. They are never sent (product O7). */
export const habitStorage: HabitStorage = {
  read(userId) {
    const value = parseJson(readValue(habitsKey(userId)));
    return areHabits(value) ? value : [];
  },
  write(userId, habits) {
    // Another tab may have signed out a moment ago.
    if (readUser()?.id === userId) writeValue(habitsKey(userId), JSON.stringify(habits));
  },
};

/** Habits that cannot be read are learned again, because nothing else depends on them. */
const areHabits: Guard<readonly Habit[]> = isListOf(
  isWith<Habit>({
    name: isText,
    weight: isNumber,
    at: isNumber,
    amount: isOptional(isNumber),
    unit: isOptional(isText),
  }),
);

/**
 * Which list is in Shop mode, and since which step. Phones close pages that are off the screen, so Shop mode must survive that (product L14).
 * @param onChange called after each change
 */
export function createShopModeStorage({ now }: Pick<Clock, 'now'>, onChange: () => void): ShopModeStorage {
  return {
    read(listId) {
      // Earlier versions wrote no step.
      const [since, shownId, lastStep = ''] = (readValue(SHOP_MODE_KEY) ?? '').split(' ');
      // A clock that was set back proves nothing.
      return shownId === listId && Math.abs(now() - Number(since)) < TRIP_MS ? lastStep : null;
    },
    write(listId, lastStep) {
      writeValue(SHOP_MODE_KEY, `${now()} ${listId} ${lastStep}`);
      onChange();
    },
    clear() {
      removeValue(SHOP_MODE_KEY);
      onChange();
    },
  };
}

/** The key of an account's count is this prefix and its id. */
const COUNT_PREFIX = 'checklist.unsent-count.';
/** Longer numbers were not written by the app. */
const COUNT = /^[1-9]\d{0,8}$/u;

/**
 * The sign-in screen needs the counts before any database is open. Without local storage, nothing is counted, and nothing was queued.
 */
export function createUnsentCounts(): UnsentCounts {
  return {
    read: () =>
      readKeys()
        .filter((key) => key.startsWith(COUNT_PREFIX))
        .reduce((sum, key) => sum + parseCount(readValue(key)), 0),
    write(userId, count) {
      if (count > 0) writeValue(COUNT_PREFIX + userId, String(count));
      else removeValue(COUNT_PREFIX + userId);
    },
  };
}

/** An unreadable count is 0 (spec section 8). */
const parseCount = (text: string | null): number => (text !== null && COUNT.test(text) ? Number(text) : 0);
