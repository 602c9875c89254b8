/** Stores: adding, renaming and removing them, their orders of categories, and the items that are tied to them (product O2, O3). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { type Diff, reverseDiff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { isArranged } from '#core/list/list.ts';
import { formatLeftText, formatListText } from '#core/list-text/format-list-text.ts';
import type { Memory } from '#core/memory/memory.ts';
import { createNameOrder } from '#core/name/name-key.ts';
import { MOST_STORES, storeName, storesOf } from '#core/stores/stores.ts';
import { categoryRow, change, itemRow, memoryOf, merge } from '#core/testing/contents.ts';
import { createListView } from '#core/view/list-view.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './change.ts';

const order = createNameOrder('en');
const NAMES = ['bakery', 'dairy', 'frozen', 'meat'];

/** A list with two stores. */
const twoStores = (): Memory =>
  memoryOf({
    categories: NAMES.map((id) => categoryRow(id)),
    items: [itemRow('milk'), itemRow('bread', { category: 'bakery', store: 'b' })],
    listRow: [{ id: LIST_ROW_ID, listName: 'Week', deleted: false, 'store:a': 'Market', 'store:b': 'Bakery' }],
  });

const WALKED = NAMES.toReversed();

/** A list with an item in each category, and a separate order in the first store. */
function arrangedForMarket(): Memory {
  const memory = twoStores();
  change(memory, { type: 'add-item', id: 'peas', name: 'peas', category: 'frozen' });
  change(memory, { type: 'add-item', id: 'ham', name: 'ham', category: 'meat' });
  change(memory, { type: 'arrange-categories', order: WALKED, shown: NAMES, store: 'a' });
  return memory;
}

const failureOf = ({ list }: Memory, wanted: Change): unknown => {
  const result = applyChange(list, wanted);
  return result.ok ? null : result.failure;
};
const shownIn = ({ list }: Memory, store: string | null): readonly string[] =>
  createListView(list, order, { chosenStore: store }).shownCategoryIds();
const moveIn = (memory: Memory, store: string | null, { id, to }: { id: string; to: number }): Diff =>
  change(memory, { type: 'move-category', id, to, shown: shownIn(memory, store), store });
const namesOf = ({ list }: Memory): readonly string[] => storesOf(list, order).map(({ name }) => name);

describe('[O2] a store', () => {
  test('is added, renamed and removed, each as one step', () => {
    const memory = twoStores();
    const added = change(memory, { type: 'add-store', id: 'c', name: '  Corner\nstore ' });
    expect(namesOf(memory)).toEqual(['Bakery', 'Corner store', 'Market']);
    expect(summarizeDiff(memory.list, added)).toEqual({ type: 'store-added', name: 'Corner store' });
    const renamed = change(memory, { type: 'rename-store', id: 'c', name: 'Kiosk' });
    expect(summarizeDiff(memory.list, renamed)).toEqual({ type: 'store-renamed', from: 'Corner store', to: 'Kiosk' });
    const removed = change(memory, { type: 'remove-store', id: 'c' });
    expect(summarizeDiff(memory.list, removed)).toEqual({ type: 'store-removed', name: 'Kiosk' });
    expect(namesOf(memory)).toEqual(['Bakery', 'Market']);
    for (const diff of [removed, renamed, added]) memory.apply(reverseDiff(memory.list, diff));
    expect(namesOf(memory)).toEqual(['Bakery', 'Market']);
    expect(memory.list.listRow.get(LIST_ROW_ID)).toEqual(twoStores().list.listRow.get(LIST_ROW_ID));
  });

  test('is refused with a blank or long name, with the name of another store, and if it is gone', () => {
    const memory = twoStores();
    for (const type of ['add-store', 'rename-store'] as const) {
      const id = type === 'add-store' ? 'new' : 'a';
      expect(failureOf(memory, { type, id, name: ' ' })).toMatchObject({ type: 'blank-name' });
      expect(failureOf(memory, { type, id, name: 'x'.repeat(201) })).toMatchObject({ type: 'long-name' });
      expect(failureOf(memory, { type, id, name: 'BAKERY' })).toEqual({ type: 'store-exists', id: 'b' });
    }
    expect(failureOf(memory, { type: 'rename-store', id: 'gone', name: 'X' })).toEqual({ type: 'gone' });
    expect(failureOf(memory, { type: 'remove-store', id: 'gone' })).toEqual({ type: 'gone' });
    expect(failureOf(memory, { type: 'rename-store', id: 'b', name: 'BAKERY' })).toBeNull();
  });

  test('is refused if the list has 20, but all stores that devices added offline are kept', () => {
    const memory = memoryOf({});
    for (let at = 0; at < MOST_STORES; at++) change(memory, { type: 'add-store', id: `s${at}`, name: `Store ${at}` });
    expect(failureOf(memory, { type: 'add-store', id: 'more', name: 'More' })).toEqual({ type: 'too-many-stores' });
    memory.apply([{ table: 'listRow', id: LIST_ROW_ID, before: { 'store:z': null }, after: { 'store:z': 'Zoo' } }]);
    expect(namesOf(memory)).toHaveLength(MOST_STORES + 1);
    expect(namesOf(memory).slice(0, 3)).toEqual(['Store 0', 'Store 1', 'Store 2']);
  });

  test('[L12] does not name a list whose own row is missing', () => {
    const memory = memoryOf({});
    change(memory, { type: 'add-store', id: 's', name: 'Market' });
    expect(createListView(memory.list, order).heading().name).toBe('My List');
  });

  test('that two people add or rename offline merges, and a rename survives the removal of another store', () => {
    const base = twoStores();
    const [ann, bob] = [merge(base, []), merge(base, [])];
    const diffs = [
      change(ann, { type: 'rename-store', id: 'a', name: 'Farmers’ market' }),
      change(bob, { type: 'add-store', id: 'c', name: 'Corner store' }),
      change(bob, { type: 'remove-store', id: 'b' }),
    ];
    for (const merged of [merge(base, diffs), merge(base, diffs.toReversed())])
      expect(namesOf(merged)).toEqual(['Corner store', 'Farmers’ market']);
  });
});

describe('[O2] the order of a store', () => {
  test('is that of the list until a category is moved in it, and then its own', () => {
    const memory = twoStores();
    moveIn(memory, null, { id: 'meat', to: 0 });
    const ofList = ['meat', 'bakery', 'dairy', 'frozen'];
    expect(shownIn(memory, 'a')).toEqual(ofList);
    moveIn(memory, 'a', { id: 'frozen', to: 1 });
    expect(shownIn(memory, 'a')).toEqual(['meat', 'frozen', 'bakery', 'dairy']);
    for (const other of [null, 'b', 'unknown']) expect(shownIn(memory, other)).toEqual(ofList);
    moveIn(memory, null, { id: 'dairy', to: 0 });
    expect(shownIn(memory, 'a')).toEqual(['meat', 'frozen', 'bakery', 'dairy']);
    expect(shownIn(memory, 'b')).toEqual(['dairy', ...ofList.filter((id) => id !== 'dairy')]);
  });

  test('can differ from an alphabetical list, and returns to the order of the list in one step', () => {
    const memory = twoStores();
    moveIn(memory, 'a', { id: 'meat', to: 0 });
    expect(isArranged(memory.list, null)).toBe(false);
    expect(shownIn(memory, null)).toEqual(NAMES);
    const sorted = change(memory, { type: 'sort-categories', store: 'a' });
    expect(summarizeDiff(memory.list, sorted)).toEqual({ type: 'categories-sorted' });
    expect(shownIn(memory, 'a')).toEqual(NAMES);
    memory.apply(reverseDiff(memory.list, sorted));
    expect(shownIn(memory, 'a')).toEqual(['meat', 'bakery', 'dairy', 'frozen']);
  });

  test('takes all places at once, and Undo takes them back', () => {
    const memory = twoStores();
    const walked = NAMES.toReversed();
    const diff = change(memory, { type: 'arrange-categories', order: walked, shown: NAMES, store: 'b' });
    expect(shownIn(memory, 'b')).toEqual(walked);
    expect(shownIn(memory, 'a')).toEqual(NAMES);
    memory.apply(reverseDiff(memory.list, diff));
    expect(shownIn(memory, 'b')).toEqual(NAMES);
  });

  test('has a moved category where it was moved to, after any moves in any store', () => {
    const step = fc.record({ store: fc.constantFrom(null, 'a', 'b'), id: fc.constantFrom(...NAMES), to: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (moves) => {
        const memory = twoStores();
        for (const { store, id, to } of moves) {
          const others = shownIn(memory, store).filter((other) => other !== id);
          moveIn(memory, store, { id, to });
          expect(shownIn(memory, store)).toEqual(others.toSpliced(to, 0, id));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('has new categories last, in the order of the list', () => {
    const memory = twoStores();
    moveIn(memory, 'a', { id: 'meat', to: 0 });
    change(memory, { type: 'add-category', id: 'x', name: 'Art' });
    change(memory, { type: 'add-category', id: 'y', name: 'Zoo' });
    moveIn(memory, null, { id: 'y', to: 0 });
    expect(shownIn(memory, 'a')).toEqual(['meat', 'bakery', 'dairy', 'frozen', 'y', 'x']);
  });

  test('merges with the order of another store, and with another person’s arrangement of the same one', () => {
    const base = twoStores();
    const [ann, bob] = [merge(base, []), merge(base, [])];
    const diffs = [
      moveIn(ann, 'a', { id: 'meat', to: 0 }),
      moveIn(bob, 'a', { id: 'bakery', to: 3 }),
      moveIn(bob, 'b', { id: 'frozen', to: 0 }),
    ];
    for (const merged of [merge(base, diffs), merge(base, diffs.toReversed())]) {
      expect(shownIn(merged, 'a')).toEqual(['meat', 'dairy', 'frozen', 'bakery']);
      expect(shownIn(merged, 'b')).toEqual(['frozen', 'bakery', 'dairy', 'meat']);
      expect(shownIn(merged, null)).toEqual(NAMES);
    }
  });

  test('cannot change if the store is gone, and disappears with its store until Undo', () => {
    const memory = twoStores();
    moveIn(memory, 'a', { id: 'meat', to: 0 });
    const arranged = shownIn(memory, 'a');
    const removed = change(memory, { type: 'remove-store', id: 'a' });
    const gone: readonly Change[] = [
      { type: 'move-category', id: 'meat', to: 0, shown: NAMES, store: 'a' },
      { type: 'arrange-categories', order: NAMES, shown: NAMES, store: 'a' },
      { type: 'sort-categories', store: 'a' },
    ];
    for (const wanted of gone) expect(failureOf(memory, wanted)).toEqual({ type: 'gone' });
    const ranks = Object.keys(memory.list.categories.get('meat') ?? {}).filter((name) => name.startsWith('rank:'));
    expect(ranks).toEqual([]);
    memory.apply(reverseDiff(memory.list, removed));
    expect(shownIn(memory, 'a')).toEqual(arranged);
  });

  test('is the order in the text, of all items and of those left', () => {
    const memory = arrangedForMarket();
    const textIn = (store: string | null): readonly string[] => {
      const text = formatListText(memory.list, createListView(memory.list, order, { chosenStore: store }));
      return [...text.matchAll(/^(\w+):$/gmu)].map(([, name = '']) => name);
    };
    const leftIn = (store: string | null): string =>
      formatLeftText(memory.list, createListView(memory.list, order, { chosenStore: store }));
    expect(textIn('a')).toEqual(WALKED);
    for (const other of ['b', null]) expect(textIn(other)).toEqual(NAMES);
    // The bread is for the other store.
    expect(leftIn('a')).toBe('ham\npeas\nmilk\n');
    expect(leftIn('b')).toBe('bread\nmilk\npeas\nham\n');
  });

  test('is in the list file, and is the same after an import on another device', () => {
    const read = fileToListCopy(listToFile(arrangedForMarket().list, '2026-11-27T09:00:00.000Z'));
    if (!read.ok) throw new Error(read.failure.type);
    const other = memoryOf({ categories: [categoryRow('toys')] });
    change(other, { type: 'import-copy', copy: read.value, mode: 'replace' });
    expect(shownIn(other, 'a')).toEqual(WALKED);
    expect(shownIn(other, 'b')).toEqual(NAMES);
    expect(storeName(other.list, other.list.items.get('bread')?.store)).toBe('Bakery');
  });

  test('comes back with a saved list, even for categories that were out of view or deleted in the meantime', () => {
    const memory = arrangedForMarket();
    change(memory, { type: 'save-list-as', id: 's', name: 'Week', createdAt: '2026-11-27T09:00:00.000Z' });
    const changes: readonly Change[] = [{ type: 'create-empty-list' }, { type: 'delete-categories', ids: ['meat'] }];
    for (const clear of changes) {
      change(memory, clear);
      change(memory, { type: 'load-saved-list', id: 's' });
      expect(shownIn(memory, 'a')).toEqual(WALKED);
      expect(shownIn(memory, null)).toEqual(NAMES);
      expect(memory.list.items.get('bread')?.store).toBe('b');
    }
  });

  test('stays with the category into which two with the same name merge', () => {
    const memory = twoStores();
    memory.apply(change(memory, { type: 'add-category', id: 'zz', name: 'Deli' }));
    moveIn(memory, 'a', { id: 'zz', to: 0 });
    moveIn(memory, null, { id: 'dairy', to: 3 });
    change(memory, { type: 'add-category', id: 'aa', name: 'Other' });
    const diff = change(memory, { type: 'edit-category', id: 'aa', name: 'Others', color: '' });
    memory.apply(diff.map((row) => ({ ...row, after: { name: 'deli' } })));
    change(memory, { type: 'merge-categories' });
    expect(shownIn(memory, 'a')[0]).toBe('aa');
  });
});

describe('[O3] an item', () => {
  test('is tied to a store by an edit, and several in one step', () => {
    const memory = twoStores();
    change(memory, { type: 'edit-item', id: 'milk', name: 'milk', category: 'dairy', store: 'a' });
    expect(memory.list.items.get('milk')?.store).toBe('a');
    const diff = change(memory, { type: 'set-store', ids: ['milk', 'bread', 'gone'], store: 'b' });
    expect(diff.map(({ id }) => id)).toEqual(['milk']);
    change(memory, { type: 'set-store', ids: ['milk', 'bread'], store: null });
    expect([...memory.list.items.values()].some((item) => 'store' in item)).toBe(false);
    expect(failureOf(memory, { type: 'set-store', ids: ['milk'], store: 'gone' })).toEqual({ type: 'gone' });
  });

  test('counts as tied to none once its store is removed, and Undo ties it again', () => {
    const memory = twoStores();
    const view = createListView(memory.list, order, { chosenStore: 'a' });
    expect([view.otherStores(), view.heading()]).toMatchObject([{ total: 1 }, { total: 1 }]);
    const removed = change(memory, { type: 'remove-store', id: 'b' });
    view.update(removed);
    expect([view.otherStores(), view.heading()]).toMatchObject([{ total: 0 }, { total: 2 }]);
    expect(storeName(memory.list, memory.list.items.get('bread')?.store)).toBeNull();
    const undone = reverseDiff(memory.list, removed);
    memory.apply(undone);
    view.update(undone);
    expect([view.otherStores(), view.heading()]).toMatchObject([{ total: 1 }, { total: 1 }]);
  });
});
