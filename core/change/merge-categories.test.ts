/** Merging categories of one name: on one device, on two that are apart, and after an older version wrote to a merged one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Diff, reverseDiff } from '#core/diff/diff.ts';
import { isCategoryVisible, liveRows, type List } from '#core/list/list.ts';
import { createMemory } from '#core/memory/memory.ts';
import { nameKey } from '#core/name/name-key.ts';
import { arbitraryChange, arbitraryContents, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { toContents, type Contents } from '#core/list/contents.ts';

const MERGE = { type: 'merge-categories' } as const;

const meat = (id: string, fields = {}) => categoryRow(id, { name: 'Meat', ...fields });
const twins = () =>
  memoryOf({
    categories: [meat('default-3-ann'), meat('3-ann'), categoryRow('dairy', { name: 'Dairy' })],
    items: [
      itemRow('beef', { category: 'default-3-ann', checked: true, amount: 2 }),
      itemRow('steak', { category: '3-ann' }),
      itemRow('milk'),
    ],
  });

/** The names of the categories in view; one that occurs twice is on the list twice. */
const shownNames = (list: List): readonly string[] =>
  [...list.categories.values()]
    .filter(({ id, name }) => isCategoryVisible(list, id) && nameKey(name) !== '')
    .map(({ name }) => nameKey(name));
const hasTwins = (list: List): boolean => new Set(shownNames(list)).size < shownNames(list).length;

describe('categories of one name', () => {
  test('[L8] become the one with the smallest id, which takes all items unchanged', () => {
    const memory = twins();
    change(memory, MERGE);
    const { categories, items } = readLive(memory.list);
    expect(categories.map(({ id }) => id)).toEqual(['3-ann', 'dairy']);
    expect(items).toEqual([
      itemRow('beef', { category: '3-ann', checked: true, amount: 2 }),
      itemRow('milk'),
      itemRow('steak', { category: '3-ann' }),
    ]);
  });

  test('[L8] [L15] take the items for which another client wrote the name instead of the id; other names, and none, join Other', () => {
    const items = [
      itemRow('beef', { category: ' meat' }),
      itemRow('soap', { category: 'Household' }),
      itemRow('tape', { category: '' }),
      itemRow('late', { category: '0mf3' }),
    ];
    const memory = memoryOf({ categories: [meat('m1'), categoryRow('o1', { name: 'Other', inList: false })], items });
    change(memory, MERGE);
    const { items: merged } = readLive(memory.list);
    expect(Object.fromEntries(merged.map(({ id, category }) => [id, category]))).toEqual({
      beef: 'm1',
      soap: 'o1',
      tape: 'o1',
      late: '0mf3',
    });
    expect(isCategoryVisible(memory.list, 'o1')).toBe(true);
    expect(change(memory, MERGE)).toEqual([]);
  });

  test('[L8] stay without a category in a list without Other', () => {
    const memory = memoryOf({ categories: [meat('m1')], items: [itemRow('soap', { category: 'Household' })] });
    expect(change(memory, MERGE)).toEqual([]);
  });

  test('[L8] [U2] are two again after one undo', () => {
    const memory = twins();
    const before = readLive(memory.list);
    const diff = change(memory, MERGE);
    memory.apply(reverseDiff(memory.list, diff));
    expect(readLive(memory.list)).toEqual(before);
  });

  test('[L8] stay as they are while only one of them is in view', () => {
    const memory = memoryOf({ categories: [meat('a', { inList: false }), meat('b'), meat('c', { deleted: true })] });
    expect(change(memory, MERGE)).toEqual([]);
  });

  test('[L8] take the items that an older version adds to a merged one later', () => {
    const memory = twins();
    change(memory, MERGE);
    change(memory, { type: 'add-item', id: 'lamb', name: 'Lamb', category: '3-ann' });
    memory.apply([{ table: 'items', id: 'pork', before: {}, after: itemRow('pork', { category: 'default-3-ann' }) }]);
    expect(hasTwins(memory.list)).toBe(true);
    change(memory, MERGE);
    expect(memory.list.items.get('pork')).toMatchObject({ category: '3-ann', deleted: false });
    expect(hasTwins(memory.list)).toBe(false);
  });

  test('[L8] [S2] stay one when a list that was saved before the merge is loaded', () => {
    const saved = savedListRow('week', {
      name: 'Week',
      items: [itemRow('beef', { category: 'default-3-ann' }), itemRow('steak', { category: '3-ann' })],
    });
    const memory = memoryOf({ categories: [meat('default-3-ann'), meat('3-ann')], savedLists: [saved] });
    change(memory, MERGE);
    change(memory, { type: 'load-saved-list', id: 'week' });
    expect(shownNames(memory.list)).toEqual(['meat']);
    expect([...(memory.list.itemIdsByCategory.get('3-ann') ?? [])]).toEqual(['beef', 'steak']);
  });
});

/** What a device did while it was apart: some changes, then the merge of its next start. */
function workApart(contents: Contents, changes: readonly Parameters<typeof stepDiff>[1][]): readonly Diff[] {
  const { list, apply } = createMemory(contents);
  return [...changes, MERGE].map((step) => {
    const diff = stepDiff(list, step);
    apply(diff);
    return diff;
  });
}

describe('two devices that merge apart', () => {
  test('[L8] [Y1] converge, whichever reaches the server last, and lose no item', () => {
    const changes = fc.array(arbitraryChange, { maxLength: 4 });
    fc.assert(
      fc.property(arbitraryContents, changes, changes, (contents, here, there) => {
        const server = createMemory(contents);
        // The last write to each field wins.
        const diffs = [...workApart(contents, here), ...workApart(contents, there)];
        for (const diff of diffs) server.apply(diff);
        const ids = liveRows(server.list.items)
          .map(({ id }) => id)
          .toSorted();
        const [one, other] = [createMemory(toContents(server.list)), createMemory(toContents(server.list))];
        const next = change(one, MERGE);
        expect(change(other, MERGE)).toEqual(next);
        expect(readLive(one.list)).toEqual(readLive(other.list));
        expect(hasTwins(one.list)).toBe(false);
        expect(
          liveRows(one.list.items)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(ids);
      }),
    );
  });

  test('[L8] a merge keeps every item and its fields but the category, and a second one changes nothing', () => {
    fc.assert(
      fc.property(arbitraryContents, (contents) => {
        const memory = createMemory(contents);
        const withoutCategory = () => readLive(memory.list).items.map((item) => ({ ...item, category: '' }));
        const before = withoutCategory();
        const names = new Set(shownNames(memory.list));
        change(memory, MERGE);
        expect(withoutCategory()).toEqual(before);
        expect(new Set(shownNames(memory.list))).toEqual(names);
        expect(change(memory, MERGE)).toEqual([]);
      }),
    );
  });
});
