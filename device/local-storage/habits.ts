/** The habits port on local storage, for each account of this device. They are never sent (product O7). */
import type { Habit } from '#core/suggest/habits.ts';
import type { HabitStorage } from '#client/ports/local-storage.ts';
import { type Guard, isListOf, isNumber, isOptional, isText, isWith } from '#device/shape.ts';
import { habitsKey, parseJson, readUser, readValue, writeValue } from './local-storage.ts';

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
