/** What a shopper usually buys, learned from their ticks on this device (product O7, decision 77), and the names that an empty list offers. */
import { rowDiffsOf, type Diff, type RowDiff } from '#core/diff/diff.ts';
import { pickDetails, type ItemDetails } from '#core/list/item-fields.ts';
import { liveRow, type List } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';

/** A name that was ticked, with its last amount. */
export type Habit = Pick<ItemDetails, 'amount' | 'unit'> & {
  /** The name in its last spelling. */
  readonly name: string;
  /** The number of its ticks, each of which counts less the longer it was before `at`; above 0. */
  readonly weight: number;
  /** The time of the last tick, in milliseconds since 1970. */
  readonly at: number;
};

/** Each name once, in no particular order. */
export type Habits = readonly Habit[];

/** The maximum number of names. The weakest is forgotten first. */
export const MOST_HABITS = 300;
/** A tick counts half as much after this many days. */
const HALF_LIFE_DAYS = 28;
export const HALF_LIFE_MS = HALF_LIFE_DAYS * 24 * 60 * 60 * 1000;
/** A tick that is taken back this soon was a mistake. */
export const MISTAKE_MS = 60 * 1000;
/** A lower weight is what rounding leaves of a single tick that was taken back. */
const LEAST_WEIGHT = 1e-6;

/** A change by the shopper. */
type OwnChange = {
  /** The list after the change. */
  readonly list: List;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether it is Undo or Redo. They tick items that were bought before: Undo of 'Uncheck all' is not a shopping trip. */
  readonly isUndo: boolean;
};

/**
 * Learns from the items that the shopper ticked. If a single item was unticked soon after its tick, even by Undo, the tick was a
 * mistake and no longer counts.
 * @returns the same habits if there is nothing to learn
 */
export function learnHabits(habits: Habits, diff: Diff, { list, now, isUndo }: OwnChange): Habits {
  // A saved list or a file that replaces the list also ticks items, but nothing was bought.
  if (!diff.every(isTickOrUntick)) return habits;
  const rows = rowDiffsOf(diff, 'items');
  const itemsOf = (some: readonly RowDiff<'items'>[]) => some.flatMap(({ id }) => liveRow(list.items, id) ?? []);
  const ticked = isUndo ? [] : itemsOf(rows.filter(isTick));
  if (ticked.length > 0) return learnItems(habits, ticked, now);
  const [only, ...others] = itemsOf(rows);
  return only?.checked === false && others.length === 0 ? takeBack(habits, only.name, now) : habits;
}

/**
 * The names that are bought most, by how often and how recently. Names of about the same strength, such as those of one
 * trip, are in alphabetical order.
 * @param isLeftOut whether a name is not wanted, such as one that is on the list
 */
export function strongestHabits(
  habits: Habits,
  {
    now,
    count,
    isLeftOut,
  }: { readonly now: number; readonly count: number; readonly isLeftOut: (name: string) => boolean },
): Habits {
  return rank(habits, (habit) => Math.round(Math.log2(strengthOf(habit, now)) * HALF_LIFE_DAYS))
    .filter(({ name }) => !isLeftOut(name))
    .slice(0, count);
}

/** The habits without a name. */
export const forgetHabit = (habits: Habits, name: string): Habits =>
  habits.filter((habit) => nameKey(habit.name) !== nameKey(name));

/** Restores a habit that was forgotten. If the name was relearned since then, the newer habit is kept. */
export const rememberHabit = (habits: Habits, habit: Habit): Habits =>
  findHabit(habits, habit.name) === undefined ? keepStrongest([...habits, habit], habit.at) : habits;

function learnItems(habits: Habits, items: readonly Item[], now: number): Habits {
  const byKey = new Map(habits.map((habit) => [nameKey(habit.name), habit]));
  for (const item of items) {
    const known = byKey.get(nameKey(item.name));
    const weight = 1 + (known === undefined ? 0 : strengthOf(known, now));
    const { amount, unit } = pickDetails(item);
    byKey.set(nameKey(item.name), { name: item.name, weight, at: now, amount: amount ?? null, unit: unit ?? null });
  }
  return keepStrongest([...byKey.values()], now);
}

function takeBack(habits: Habits, name: string, now: number): Habits {
  const habit = findHabit(habits, name);
  if (habit === undefined || Math.abs(now - habit.at) > MISTAKE_MS) return habits;
  const others = forgetHabit(habits, name);
  // The weight is the one at the time of the tick. The time is set earlier, so that the same tick is taken back only once.
  const before = { ...habit, weight: habit.weight - 1, at: habit.at - 2 * MISTAKE_MS };
  return before.weight > LEAST_WEIGHT ? [...others, before] : others;
}

const findHabit = (habits: Habits, name: string): Habit | undefined =>
  habits.find((habit) => nameKey(habit.name) === nameKey(name));

const keepStrongest = (habits: Habits, now: number): Habits =>
  habits.length > MOST_HABITS ? rank(habits, (habit) => strengthOf(habit, now)).slice(0, MOST_HABITS) : habits;

/** The strongest first. Equally strong names are sorted by their keys, so that the order is always the same. */
const rank = (habits: Habits, measure: (habit: Habit) => number): Habits =>
  habits
    .map((habit) => ({ habit, strength: measure(habit), key: nameKey(habit.name) }))
    .toSorted((a, b) => b.strength - a.strength || (a.key < b.key ? -1 : 1))
    .map(({ habit }) => habit);

/** A time in the future comes from a clock that has been set back since then, and counts as now. */
const strengthOf = ({ weight, at }: Habit, now: number): number =>
  weight * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS);

const isTickOrUntick = ({ table, after }: RowDiff): boolean =>
  table === 'items' && Object.keys(after).every((field) => field === 'checked');

const isTick = ({ after }: RowDiff<'items'>): boolean => after.checked === true;

/** All of them are names of the seed catalogue. */
const STAPLES = ['Milk', 'Eggs', 'Bread', 'Butter', 'Bananas', 'Apples', 'Coffee', 'Toilet Paper'];

type Bought = { readonly name: string; readonly times: number; readonly last: string };

/**
 * Names for a list without items. The device's habits come first (product O7); a new device has none yet. A removed row keeps its
 * name and its tick, so the rows that were checked are the history. Ids
 * begin with the time (product L4), so among equally frequent names the latest comes first.
 */
export function usualNames(list: List, habits: readonly string[]): readonly string[] {
  const boughtByKey = new Map<string, Bought>();
  for (const { id, name, checked } of list.items.values()) {
    if (!checked) continue;
    const { times, last } = boughtByKey.get(nameKey(name)) ?? { times: 0, last: '' };
    boughtByKey.set(nameKey(name), { name, times: times + 1, last: id > last ? id : last });
  }
  const bought = [...boughtByKey.values()]
    .toSorted((a, b) => b.times - a.times || (a.last < b.last ? 1 : -1))
    .map(({ name }) => name);
  const names = [...habits, ...bought, ...STAPLES];
  const keys = names.map(nameKey);
  return names.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, STAPLES.length);
}
