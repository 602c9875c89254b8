/** The habits of the signed-in account: learning, reading and forgetting them (product O7). */
import { useLayoutEffect, useMemo } from 'react';
import { rowDiffsOf, type Diff } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import {
  forgetHabit,
  learnHabits,
  rememberHabit,
  strongestHabits,
  type Habit,
  type Habits,
} from '#core/suggest/habits.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { afterFrame } from '#web/ui/after-frame.ts';

/** Learns from the ticks in the open list. Must be rendered before the ticks of the first screen are applied. */
export function HabitLearner() {
  const { habits } = useApp();
  const { store, user } = useShownList();
  useLayoutEffect(() => {
    type Lesson = { readonly diff: Diff; readonly now: number; readonly isUndo: boolean };
    let lessons: readonly Lesson[] = [];
    const learn = (): void => {
      // Read each time, because other tabs learn, too.
      const before = habits.read(user.id);
      const after = lessons.reduce(
        (known, { diff, ...lesson }) => learnHabits(known, diff, { list: store.list, ...lesson }),
        before,
      );
      lessons = [];
      if (after !== before) habits.write(user.id, after);
    };
    return store.onDiff((diff, source) => {
      if (source === 'remote' || rowDiffsOf(diff, 'items').length === 0) return;
      // After the frame of the tick, so as not to delay it.
      if (lessons.length === 0) afterFrame(learn);
      lessons = [...lessons, { diff, now: Date.parse(store.now()), isUndo: source === 'undo' }];
    });
  }, [habits, store, user]);
  return null;
}

export type HabitAccess = {
  /** Whether anything was learned. */
  readonly hasAny: () => boolean;
  /** The strongest habits that are not on the list. */
  readonly read: (count: number) => Habits;
  /** Forgets a name. @returns restores it */
  readonly forget: (habit: Habit) => () => void;
};

export function useHabits(): HabitAccess {
  const { habits } = useApp();
  const { store, user } = useShownList();
  return useMemo(() => {
    const change = (to: (before: Habits) => Habits): void => habits.write(user.id, to(habits.read(user.id)));
    return {
      hasAny: () => habits.read(user.id).length > 0,
      read: (count) =>
        strongestHabits(habits.read(user.id), {
          now: Date.parse(store.now()),
          count,
          isLeftOut: (name) => isOnList(store.list, name),
        }),
      forget(habit) {
        change((before) => forgetHabit(before, habit.name));
        return () => change((before) => rememberHabit(before, habit));
      },
    };
  }, [habits, store, user]);
}

/** Whether the list has an item of this name in any category, checked or not. */
export const isOnList = ({ itemIdsByCategory, itemNamed }: List, name: string): boolean =>
  [...itemIdsByCategory.keys()].some((categoryId) => itemNamed(categoryId, name) !== undefined);
