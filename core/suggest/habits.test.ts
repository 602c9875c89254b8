/** Learning habits from ticks: how often and how long ago an item was ticked, and never from Undo. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { reverseDiff } from '#core/diff/diff.ts';
import { nameKey } from '#core/name/name-key.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import {
  forgetHabit,
  HALF_LIFE_MS,
  learnHabits,
  MISTAKE_MS,
  MOST_HABITS,
  rememberHabit,
  strongestHabits,
  type Habits,
  usualNames,
} from './habits.ts';
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';

const NAMES = ['Bread', 'Eggs', 'Ham', 'Milk', 'Rice', 'Tea'];
const DAY = HALF_LIFE_MS / 28;

/** A shopper with a list of these names. */
function startLearning(names: readonly string[] = NAMES) {
  const memory = memoryOf({
    items: names.map((name) => itemRow(name, { name, amount: 2, unit: 'kg' })),
    categories: [categoryRow('dairy')],
  });
  const { list } = memory;
  let habits: Habits = [];
  const make = (wanted: Change, now: number): void => {
    habits = learnHabits(habits, change(memory, wanted), { list, now, isUndo: false });
  };
  const tick = (id: string, now: number): void => {
    make({ type: 'check-item', id, checked: true }, now);
    change(memory, { type: 'check-item', id, checked: false });
  };
  return {
    memory,
    make,
    tick,
    /** Makes a change and undoes it. */
    makeAndUndo: (wanted: Change, now: number): void => {
      const diff = change(memory, wanted);
      habits = learnHabits(habits, diff, { list, now, isUndo: false });
      const reversed = reverseDiff(list, diff);
      memory.apply(reversed);
      habits = learnHabits(habits, reversed, { list, now, isUndo: true });
    },
    habits: () => habits,
    names: (now: number, isLeftOut: (name: string) => boolean = () => false) =>
      strongestHabits(habits, { now, count: 12, isLeftOut }).map(({ name }) => name),
  };
}

test('[O7] names that were ticked on the same trip are in alphabetical order; those with one more tick, or ticked a day later, come first', () => {
  const { tick, names } = startLearning();
  for (const [at, name] of ['Tea', 'Ham', 'Rice', 'Bread'].entries()) tick(name, at * 60_000);
  expect(names(3 * DAY)).toEqual(['Bread', 'Ham', 'Rice', 'Tea']);
  for (const [at, name] of ['Tea', 'Ham', 'Bread'].entries()) tick(name, 7 * DAY + at * 60_000);
  tick('Milk', 8 * DAY);
  tick('Eggs', 9 * DAY);
  expect(names(10 * DAY)).toEqual(['Bread', 'Ham', 'Tea', 'Eggs', 'Milk', 'Rice']);
});

test('[O7] names are ordered by how often and how long ago they were ticked, without those that are left out', () => {
  const { tick, names } = startLearning();
  for (const day of [0, 7, 14]) tick('Milk', day * DAY);
  for (const day of [0, 14]) tick('Eggs', day * DAY);
  tick('Tea', 15 * DAY);
  expect(names(15 * DAY)).toEqual(['Milk', 'Eggs', 'Tea']);
  // Half a year later, a single recent tick counts more.
  tick('Ham', 200 * DAY);
  expect(names(200 * DAY)).toEqual(['Ham', 'Milk', 'Eggs', 'Tea']);
  expect(names(200 * DAY, (name) => name === 'Milk')).toEqual(['Ham', 'Eggs', 'Tea']);
});

test('[O7] a habit has its last spelling and its last amount', () => {
  const { memory, make, tick, habits } = startLearning();
  tick('Milk', 0);
  change(memory, { type: 'edit-item', id: 'Milk', name: 'milk', category: 'dairy', amount: 3, unit: null });
  tick('Milk', DAY);
  expect(habits()).toEqual([{ name: 'milk', amount: 3, unit: null, weight: expect.closeTo(1.98, 2), at: DAY }]);
  make({ type: 'check-items', ids: ['Eggs', 'Tea'], checked: true }, DAY);
  expect(habits()).toHaveLength(3);
});

test('[O7] nothing is learned from Undo and Redo: not from Undo of Uncheck all, and not from a tick that is undone at once', () => {
  const { makeAndUndo, make, habits } = startLearning();
  makeAndUndo({ type: 'check-item', id: 'Milk', checked: true }, 0);
  expect(habits()).toEqual([]);
  make({ type: 'check-items', ids: ['Milk', 'Eggs'], checked: true }, 0);
  const before = habits();
  makeAndUndo({ type: 'uncheck-all' }, 30 * DAY);
  expect(habits()).toBe(before);
});

test('[O7] a tick that is taken back within a minute was a mistake and no longer counts; one that is taken back later was a purchase', () => {
  const { make, tick, habits, names } = startLearning();
  tick('Milk', 0);
  tick('Tea', 0);
  make({ type: 'check-item', id: 'Milk', checked: true }, DAY);
  make({ type: 'check-item', id: 'Milk', checked: false }, DAY + MISTAKE_MS);
  expect(habits().find(({ name }) => name === 'Milk')?.weight).toBeCloseTo(2 ** (-1 / 28), 5);
  make({ type: 'check-item', id: 'Eggs', checked: true }, DAY);
  make({ type: 'check-item', id: 'Eggs', checked: false }, DAY);
  expect(names(DAY)).not.toContain('Eggs');
  make({ type: 'check-item', id: 'Ham', checked: true }, DAY);
  make({ type: 'check-item', id: 'Ham', checked: false }, DAY + MISTAKE_MS + 1);
  expect(names(2 * DAY)).toContain('Ham');
});

test('[O7] an item that is added already ticked, from a saved or an imported list, was not bought here', () => {
  const { make, habits } = startLearning();
  make({ type: 'add-item', id: 'new', name: 'Yogurt', category: 'dairy', checked: true }, 0);
  make({ type: 'clear-checked' }, 0);
  const items = NAMES.map((name) => itemRow(name, { name, checked: true }));
  const copy = { listName: 'Party', items, categories: [categoryRow('dairy')], savedLists: [] };
  make({ type: 'import-copy', copy, mode: 'replace' }, 0);
  expect(habits()).toEqual([]);
});

test('[O7] a name is forgotten on request and can be remembered again, unless it was relearned since then', () => {
  const { tick, habits } = startLearning();
  tick('Milk', 0);
  tick('Tea', 0);
  const [milk] = habits();
  if (milk === undefined) throw new Error('Nothing was learned.');
  const without = forgetHabit(habits(), 'MILK');
  expect(without.map(({ name }) => name)).toEqual(['Tea']);
  expect(rememberHabit(without, milk).map(({ name }) => name)).toEqual(['Tea', 'Milk']);
  const learned = [...without, { ...milk, weight: 5 }];
  expect(rememberHabit(learned, milk)).toBe(learned);
});

test('[O7] a clock that was ahead makes no habit last longer, and causes no failure', () => {
  const { tick, names } = startLearning();
  tick('Milk', 1000 * DAY);
  tick('Tea', 0);
  tick('Tea', 0);
  expect(names(0)).toEqual(['Tea', 'Milk']);
});

test('[O7] whatever is ticked: at most 300 names, each once, in an order that depends on the ticks alone', () => {
  const many = Array.from({ length: MOST_HABITS + 20 }, (_, at) => `Name ${at}`);
  const step = fc.record({ at: fc.nat(many.length - 1), days: fc.nat(400) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const runs = [startLearning(many), startLearning(many)].map(({ tick, make, habits, names }) => {
        make({ type: 'check-items', ids: many, checked: true }, 0);
        make({ type: 'uncheck-all' }, 0);
        for (const { at, days } of steps) tick(many[at] ?? '', days * DAY);
        return { habits: habits(), names: names(400 * DAY) };
      });
      expect(runs[0]).toEqual(runs[1]);
      const habits = runs[0]?.habits ?? [];
      expect(habits.length).toBeLessThanOrEqual(MOST_HABITS);
      expect(new Set(habits.map(({ name }) => nameKey(name))).size).toBe(habits.length);
      expect(habits.every(({ weight }) => weight > 0)).toBe(true);
      const last = steps.at(-1);
      expect(habits.map(({ name }) => name)).toContain(many[last?.at ?? 0]);
      const shuffled = strongestHabits(habits.toReversed(), { now: 400 * DAY, count: 12, isLeftOut: () => false });
      expect(shuffled.map(({ name }) => name)).toEqual(runs[0]?.names);
    }),
    { numRuns: 10 },
  );
});

test('[L11] before there is a history, an empty list offers eight names of the catalogue', () => {
  const names = usualNames(memoryOf({}).list, []);
  expect(names).toHaveLength(8);
  const known = CATALOGUE_ITEMS.map(({ name }) => name);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test('[L11] it offers what was bought most often first, then latest, and each name once', () => {
  const bought = [
    itemRow('1', { name: 'Tofu' }),
    itemRow('2', { name: 'Milk' }),
    itemRow('3', { name: 'tofu' }),
    itemRow('4', { name: 'Dates' }),
  ].map((row) => ({ ...row, checked: true, deleted: true }));
  const { list } = memoryOf({ items: [...bought, itemRow('5', { name: 'Never bought', deleted: true })] });
  const names = usualNames(list, []);
  expect(names.slice(0, 3)).toEqual(['tofu', 'Dates', 'Milk']);
  expect(names).toHaveLength(8);
  expect(new Set(names).size).toBe(8);
  expect(names).not.toContain('Never bought');
});

test('[O7] the habits of the device come first', () => {
  const { list } = memoryOf({ items: [itemRow('1', { name: 'Tofu', checked: true, deleted: true })] });
  expect(usualNames(list, ['Eggs', 'Rye bread']).slice(0, 4)).toEqual(['Eggs', 'Rye bread', 'Tofu', 'Milk']);
});
