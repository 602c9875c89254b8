/** Arranging categories: moves, merges of separate arrangements, and the return to alphabetical order (product O1). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Diff, reverseDiff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import { toContents } from '#core/list/contents.ts';
import { isRank, MOVED, rankOf } from '#core/list/keyed-fields.ts';
import { isArranged } from '#core/list/list.ts';
import type { Memory } from '#core/memory/memory.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { categoryRow, change, itemRow, memoryOf, merge } from '#core/testing/contents.ts';
import { createListView } from '#core/view/list-view.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './change.ts';

const order = createNameOrder('en');
const NAMES = ['bakery', 'dairy', 'frozen', 'meat', 'pantry', 'snacks'];
const categories = NAMES.map((id) => categoryRow(id));

const shownOf = ({ list }: Memory): readonly string[] => createListView(list, order).shownCategoryIds();
const move = (memory: Memory, id: string, to: number): Diff =>
  change(memory, { type: 'move-category', id, to, shown: shownOf(memory) });

/** Moves categories on a device that starts with this list. */
function moveAll(base: Memory, moves: readonly (readonly [id: string, to: number])[]) {
  const memory = memoryOf(toContents(base.list));
  const diffs = moves.map(([id, to]) => move(memory, id, to));
  // A category that is dropped in its own place has not moved.
  const moved = diffs.flat().filter(({ after }) => MOVED in after);
  return { memory, diffs, moved: new Set(moved.map(({ id }) => id)) };
}

const placeOf = ({ list }: Memory, id: string): number | null => rankOf(list.categories.get(id) ?? {});

describe('[O1] moving a category', () => {
  test('changes the order at once, and only its own row once the list is arranged', () => {
    const memory = memoryOf({ categories });
    expect(shownOf(memory)).toEqual(NAMES);
    expect(move(memory, 'snacks', 0)).toHaveLength(NAMES.length);
    expect(shownOf(memory)).toEqual(['snacks', ...NAMES.slice(0, -1)]);
    expect(move(memory, 'bakery', 3)).toMatchObject([{ id: 'bakery' }]);
    expect(shownOf(memory)).toEqual(['snacks', 'dairy', 'frozen', 'bakery', 'meat', 'pantry']);
  });

  test('moves to every place, however often someone moves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat(5)), { maxLength: 200, size: 'max' }),
        (moves) => {
          const memory = memoryOf({ categories });
          for (const [id, to] of moves) {
            const others = shownOf(memory).filter((other) => other !== id);
            move(memory, id, to);
            expect(shownOf(memory)).toEqual(others.toSpliced(to, 0, id));
          }
          expect([...memory.list.categories.values()].every((row) => moves.length === 0 || isRank(rankOf(row)))).toBe(
            true,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('finds room between two ranks that are equal or as far out as ranks can be', () => {
    const memory = memoryOf({
      categories: NAMES.map((id, at) => categoryRow(id, { 'rank:list': at < 2 ? 1 : 999_999_999 })),
    });
    move(memory, 'snacks', 1);
    expect(shownOf(memory)).toEqual(['bakery', 'snacks', 'dairy', 'frozen', 'meat', 'pantry']);
    const far = memoryOf({ categories: NAMES.map((id) => categoryRow(id, { 'rank:list': 999_999_999.5 })) });
    move(far, 'bakery', 5);
    expect(shownOf(far)).toEqual([...NAMES.slice(1), 'bakery']);
  });

  test('is one step, which Undo reverts', () => {
    const memory = memoryOf({ categories });
    const diff = move(memory, 'meat', 0);
    expect(summarizeDiff(memory.list, diff)).toEqual({ type: 'category-moved', name: 'meat' });
    memory.apply(reverseDiff(memory.list, diff));
    expect(shownOf(memory)).toEqual(NAMES);
    expect(isArranged(memory.list, null)).toBe(false);
  });

  test('[U1] keeps its place among the others when someone else takes back the first move, the walked order or the alphabet', () => {
    const lastIsBakery = [...NAMES.slice(1), 'bakery'];
    const walked: Change = { type: 'arrange-categories', order: NAMES.toReversed(), shown: NAMES };
    const first: Change = { type: 'move-category', id: 'snacks', to: 0, shown: NAMES };
    for (const arrange of [first, walked]) {
      const memory = memoryOf({ categories });
      const mine = change(memory, arrange);
      move(memory, 'bakery', 5);
      memory.apply(reverseDiff(memory.list, mine));
      expect(shownOf(memory)).toEqual(lastIsBakery);
    }
  });

  test('[U1] is no step if nothing moves', () => {
    const { list } = memoryOf({ categories });
    const none = applyChange(list, { type: 'arrange-categories', order: [], shown: NAMES });
    expect(none).toMatchObject({ value: { diff: [] } });
  });

  test('[U1] starts from the places in view after an arrangement was undone, even if a category was added since', () => {
    const memory = memoryOf({ categories });
    memory.apply(reverseDiff(memory.list, move(memory, 'meat', 0)));
    change(memory, { type: 'add-category', id: 'art', name: 'Art' });
    const mine = move(memory, 'snacks', 1);
    expect(shownOf(memory)).toEqual(['art', 'snacks', ...NAMES.slice(0, -1)]);
    move(memory, 'bakery', 6);
    memory.apply(reverseDiff(memory.list, mine));
    expect(shownOf(memory)).toEqual(['art', ...NAMES.slice(1), 'bakery']);
  });

  test('is refused if the category is gone', () => {
    const { list } = memoryOf({ categories, items: [itemRow('lost', { category: 'nowhere' })] });
    const shown = [...NAMES, 'nowhere'];
    for (const id of ['nowhere', 'unknown'])
      expect(applyChange(list, { type: 'move-category', id, to: 0, shown })).toMatchObject({
        failure: { type: 'gone' },
      });
  });
});

describe('[O1] an arranged list', () => {
  test('shows a category that was added later behind the others, by name, until it is moved', () => {
    const memory = memoryOf({ categories });
    move(memory, 'snacks', 0);
    change(memory, { type: 'add-category', id: 'deli', name: 'Deli' });
    change(memory, { type: 'add-category', id: 'art', name: 'Art' });
    expect(shownOf(memory).slice(-2)).toEqual(['art', 'deli']);
    move(memory, 'deli', 1);
    expect(shownOf(memory)).toEqual(['snacks', 'deli', 'bakery', 'dairy', 'frozen', 'meat', 'pantry', 'art']);
  });

  test('keeps the place of a category that is renamed, or that is hidden or deleted and comes back', () => {
    const memory = memoryOf({ categories });
    move(memory, 'meat', 0);
    change(memory, { type: 'edit-category', id: 'meat', name: 'Butcher', color: '' });
    expect(shownOf(memory)[0]).toBe('meat');
    change(memory, { type: 'delete-categories', ids: ['meat'] });
    change(memory, { type: 'add-category', id: 'new', name: 'Butcher' });
    expect(shownOf(memory)[0]).toBe('meat');
    const copy = { listName: 'Week', items: [], categories: [categoryRow('meat'), categoryRow('dairy')] };
    change(memory, { type: 'load-copy', copy });
    expect(shownOf(memory)).toEqual(['meat', 'dairy']);
  });

  test('keeps its order when a copy is merged into it, and takes the order of a copy that replaces it', () => {
    const ranked = [categoryRow('dairy', { 'rank:list': 9 }), categoryRow('deli', { 'rank:list': -9 })];
    const copy = { listName: 'Week', items: [], categories: ranked, savedLists: [] };
    const memory = memoryOf({ categories });
    move(memory, 'meat', 0);
    change(memory, { type: 'import-copy', copy, mode: 'merge' });
    expect(shownOf(memory)).toEqual(['meat', 'bakery', 'dairy', 'frozen', 'pantry', 'snacks', 'deli']);
    change(memory, { type: 'import-copy', copy, mode: 'replace' });
    expect(shownOf(memory)).toEqual(['deli', 'dairy']);
  });

  test('[U2] has its order again when a copy that replaced it is undone', () => {
    const memory = memoryOf({ categories });
    move(memory, 'meat', 0);
    const arranged = shownOf(memory);
    const ranked = NAMES.toReversed().map((id, at) => categoryRow(id, { 'rank:start': at, 'rank:list': at }));
    const copy = { listName: 'Week', items: [], categories: ranked, savedLists: [] };
    const diff = change(memory, { type: 'import-copy', copy, mode: 'replace' });
    expect(shownOf(memory)).toEqual(NAMES.toReversed());
    memory.apply(reverseDiff(memory.list, diff));
    expect(shownOf(memory)).toEqual(arranged);
  });

  test('gives the place of one of two categories of a name to the one that stays', () => {
    const memory = memoryOf({ categories: [...categories, categoryRow('zz', { name: 'dairy', 'rank:list': -1 })] });
    change(memory, { type: 'merge-categories' });
    expect(shownOf(memory)[0]).toBe('dairy');
    expect(shownOf(memory)).not.toContain('zz');
  });

  test('goes back to alphabetical order, including deleted categories, and Undo brings the order back', () => {
    const memory = memoryOf({ categories });
    move(memory, 'meat', 0);
    move(memory, 'pantry', 1);
    const arranged = shownOf(memory);
    change(memory, { type: 'delete-categories', ids: ['bakery'] });
    const diff = change(memory, { type: 'sort-categories' });
    expect(summarizeDiff(memory.list, diff)).toEqual({ type: 'categories-sorted' });
    expect(shownOf(memory)).toEqual(NAMES.slice(1));
    expect(isArranged(memory.list, null)).toBe(false);
    memory.apply(reverseDiff(memory.list, diff));
    expect(shownOf(memory)).toEqual(arranged.filter((id) => id !== 'bakery'));
  });
});

describe('[O1] two separate arrangements', () => {
  const arbitraryMoves = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat(5)), { minLength: 1, maxLength: 4 });

  test('merge into one order with every category once, and keep each move that only one of them made', () => {
    fc.assert(
      fc.property(arbitraryMoves, arbitraryMoves, fc.boolean(), (mine, theirs, isArrangedBefore) => {
        const base = memoryOf({ categories });
        if (isArrangedBefore) move(base, 'frozen', 0);
        const [ann, bob] = [moveAll(base, mine), moveAll(base, theirs)];
        const merged = merge(base, [...ann.diffs, ...bob.diffs]);
        expect(shownOf(merged).toSorted()).toEqual(NAMES);
        const onlyAnn = [...ann.moved].filter((id) => !bob.moved.has(id));
        for (const id of onlyAnn) expect(placeOf(merged, id)).toBe(placeOf(ann.memory, id));
        for (const id of bob.moved) expect(placeOf(merged, id)).toBe(placeOf(bob.memory, id));
      }),
    );
  });

  test('keep both moves, even if each was the first', () => {
    const base = memoryOf({ categories });
    const [ann, bob] = [memoryOf(toContents(base.list)), memoryOf(toContents(base.list))];
    const diffs = [move(ann, 'snacks', 0), move(bob, 'bakery', 5)];
    const both = ['snacks', 'dairy', 'frozen', 'meat', 'pantry', 'bakery'];
    expect(shownOf(merge(base, diffs))).toEqual(both);
    expect(shownOf(merge(base, diffs.toReversed()))).toEqual(both);
  });

  test('do no harm to each other if one goes back to alphabetical order or deletes a category', () => {
    const base = memoryOf({ categories });
    move(base, 'meat', 0);
    const [ann, bob] = [memoryOf(toContents(base.list)), memoryOf(toContents(base.list))];
    const moved = move(ann, 'dairy', 0);
    const sorted = change(bob, { type: 'sort-categories' });
    const removed = change(bob, { type: 'delete-categories', ids: ['dairy'] });
    expect(shownOf(merge(base, [sorted, moved]))).toEqual(['dairy', 'bakery', 'frozen', 'meat', 'pantry', 'snacks']);
    const last = move(memoryOf(toContents(base.list)), 'dairy', 5);
    for (const both of [
      [sorted, last],
      [last, sorted],
    ])
      expect(shownOf(merge(base, both))).toEqual(['bakery', 'frozen', 'meat', 'pantry', 'snacks', 'dairy']);
    expect(shownOf(merge(base, [removed, moved]))).toEqual(['meat', 'bakery', 'frozen', 'pantry', 'snacks']);
  });
});
