/** The summaries of each kind of change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { Change } from '#core/change/change.ts';
import { reverseDiff, type RowDiff } from '#core/diff/diff.ts';
import { arbitraryChange, arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf, savedListRow } from '#core/testing/contents.ts';
import { createMemory } from '#core/memory/memory.ts';
import { summarizeDiff, type Summary } from './summarize-diff.ts';

const start = () =>
  memoryOf({
    items: [
      itemRow('milk', { name: 'Milk', checked: true }),
      itemRow('eggs', { name: 'Eggs', checked: true }),
      itemRow('ham', { name: 'Ham', category: 'deli' }),
    ],
    categories: [
      categoryRow('dairy', { name: 'Dairy' }),
      categoryRow('deli', { name: 'Deli' }),
      categoryRow('bakery', { name: 'Bakery', inList: false }),
    ],
    savedLists: [savedListRow('week', { name: 'Weekly', items: [itemRow('ham', { category: 'deli' })] })],
  });

const copy = {
  listName: 'From a file',
  categories: [],
  savedLists: [],
  items: ['a', 'b'].map((id) => ({ id, name: id, category: 'deli', checked: false })),
};
const createdAt = '2026-11-22T08:00:00.000Z';

test('[L8] [U4] a merge of categories is summarized as one, not as a deletion', () => {
  const twins = memoryOf({
    items: [itemRow('milk', { category: 'b' })],
    categories: [categoryRow('a', { name: 'Dairy' }), categoryRow('b', { name: 'Dairy' })],
  });
  expect(summarizeDiff(twins.list, change(twins, { type: 'merge-categories' }))).toEqual({
    type: 'category-merged',
    name: 'Dairy',
  });
});

const ACTS: readonly (readonly [Change, Summary])[] = [
  [
    { type: 'add-item', id: 'new', name: 'Bread', category: 'bakery' },
    { type: 'item-added', name: 'Bread' },
  ],
  [
    { type: 'add-item', id: 'new', name: 'Milk', category: 'dairy' },
    { type: 'item-unchecked', name: 'Milk' },
  ],
  [
    {
      type: 'add-items',
      items: [
        { id: 'new', name: 'Milk', category: 'dairy' },
        { id: 'newer', name: 'Bread', category: 'bakery' },
      ],
    },
    { type: 'items-changed', count: 2 },
  ],
  [
    { type: 'correct-item', id: 'ham', name: 'Ham', category: 'dairy', broughtIn: 'deli' },
    { type: 'item-moved', name: 'Ham', category: 'Dairy' },
  ],
  [
    { type: 'correct-item', id: 'ham', name: 'Milk', category: 'dairy', broughtIn: 'deli' },
    { type: 'items-changed', count: 2 },
  ],
  [
    { type: 'check-item', id: 'ham', checked: true },
    { type: 'item-checked', name: 'Ham' },
  ],
  [
    { type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' },
    { type: 'item-renamed', from: 'Milk', to: 'Oat milk' },
  ],
  [
    { type: 'edit-item', id: 'milk', name: 'Milk', category: 'bakery' },
    { type: 'item-moved', name: 'Milk', category: 'Bakery' },
  ],
  [
    { type: 'edit-item', id: 'milk', name: 'Milk rolls', category: 'bakery' },
    { type: 'item-edited', name: 'Milk rolls' },
  ],
  [
    { type: 'delete-item', id: 'milk' },
    { type: 'item-deleted', name: 'Milk' },
  ],
  [{ type: 'clear-checked' }, { type: 'items-cleared', count: 2 }],
  [
    { type: 'add-category', id: 'new', name: 'Pets' },
    { type: 'category-added', name: 'Pets' },
  ],
  [
    { type: 'add-category', id: 'new', name: 'Bakery' },
    { type: 'category-added', name: 'Bakery' },
  ],
  [
    { type: 'edit-category', id: 'deli', name: 'Cold cuts', color: '' },
    { type: 'category-renamed', from: 'Deli', to: 'Cold cuts' },
  ],
  [
    { type: 'edit-category', id: 'deli', name: 'Deli', color: '#ef4444' },
    { type: 'category-recolored', name: 'Deli' },
  ],
  [
    { type: 'edit-category', id: 'deli', name: 'Cold cuts', color: '#ef4444' },
    { type: 'category-edited', name: 'Cold cuts' },
  ],
  [
    { type: 'delete-categories', ids: ['dairy'] },
    { type: 'category-deleted', name: 'Dairy' },
  ],
  [
    { type: 'delete-categories', ids: ['dairy', 'deli'] },
    { type: 'categories-deleted', count: 2 },
  ],
  [
    { type: 'check-items', ids: ['milk', 'eggs'], checked: false },
    { type: 'items-unchecked', count: 2 },
  ],
  [
    { type: 'move-items', ids: ['milk', 'ham'], category: 'bakery' },
    { type: 'items-moved', count: 2 },
  ],
  [
    { type: 'delete-selected', categoryIds: [], itemIds: ['milk', 'ham'] },
    { type: 'items-deleted', count: 2 },
  ],
  [
    { type: 'rename-list', name: 'Party' },
    { type: 'list-renamed', name: 'Party' },
  ],
  [{ type: 'create-empty-list' }, { type: 'list-emptied' }],
  [{ type: 'create-empty-list', load: { id: 'one', name: 'Empty List' } }, { type: 'list-emptied' }],
  [
    { type: 'delete-all-categories', load: { id: 'one', name: 'Empty List' } },
    { type: 'categories-deleted', count: 3 },
  ],
  [
    { type: 'restore-default-list', catalogue: { categories: [], items: copy.items } },
    { type: 'list-replaced', name: 'My List' },
  ],
  [
    { type: 'load-saved-list', id: 'week' },
    { type: 'list-replaced', name: 'Weekly' },
  ],
  [
    { type: 'save-list-as', id: 'new', name: 'Party', createdAt },
    { type: 'list-saved', name: 'Party' },
  ],
  [
    { type: 'save-over-list', id: 'week', createdAt, mayNameList: true },
    { type: 'saved-list-updated', name: 'Weekly' },
  ],
  [
    { type: 'delete-saved-list', id: 'week' },
    { type: 'saved-list-deleted', name: 'Weekly' },
  ],
  [
    { type: 'import-copy', copy, mode: 'merge' },
    { type: 'items-added', count: 2 },
  ],
  [
    { type: 'import-copy', copy, mode: 'replace' },
    { type: 'list-replaced', name: 'From a file' },
  ],
];

describe('what a change did', () => {
  const summariesOf = (wanted: Change): readonly Summary[] => {
    const before = start();
    const { list, apply } = start();
    const diff = change({ list, apply }, wanted);
    const after = summarizeDiff(list, diff);
    const undo = reverseDiff(list, diff);
    apply(undo);
    return [summarizeDiff(before.list, diff), after, summarizeDiff(list, reverseDiff(list, undo))];
  };

  test.each(ACTS)('[U2] %j is summarized the same before, after, and when it is redone', (wanted, summary) => {
    expect(summariesOf(wanted)).toEqual([summary, summary, summary]);
  });

  test.each([undefined, { id: 'one', name: 'Default List' }])(
    '[U2] Restore Default List has its own summary, in a shared list as well: %j',
    (load) => {
      const wanted = { type: 'restore-default-list', catalogue: CATALOGUE, ...(load && { load }) } as const;
      const summary = { type: 'default-list-restored' };
      expect(summariesOf(wanted)).toEqual([summary, summary, summary]);
    },
  );

  test('[U2] several items that were not checked were deleted, not cleared', () => {
    const { list } = start();
    const gone = (id: string): RowDiff => ({
      table: 'items',
      id,
      before: { deleted: false },
      after: { deleted: true },
    });
    const diff = [gone('milk'), gone('ham')];
    expect(summarizeDiff(list, diff)).toEqual({ type: 'items-deleted', count: 2 });
  });

  test('[U2] if a category left the list and no item did, the list was replaced', () => {
    const diff = [{ table: 'categories', id: 'deli', before: { inList: true }, after: { inList: false } }] as const;
    expect(summarizeDiff(start().list, diff).type).toBe('list-replaced');
  });

  test('[U2] an Empty of a shared list is summarized as one when it is undone after others added something', () => {
    const { list, apply } = start();
    const diff = change({ list, apply }, { type: 'create-empty-list', load: { id: 'one', name: 'Empty List' } });
    change({ list, apply }, { type: 'add-item', id: 'tea', name: 'Tea', category: 'dairy' });
    apply(reverseDiff(list, diff));
    expect(summarizeDiff(list, diff)).toEqual({ type: 'list-emptied' });
  });

  test('[U2] a saved list with the name of a new list is summarized as a load', () => {
    const saved = savedListRow('first', { name: 'My List', items: [itemRow('ham', { category: 'deli' })] });
    const memory = memoryOf({ items: [itemRow('milk')], savedLists: [saved] });
    const diff = change(memory, { type: 'load-saved-list', id: 'first' });
    expect(summarizeDiff(memory.list, diff)).toEqual({ type: 'list-replaced', name: 'My List' });
  });

  test('[U2] every change on any list has a summary, and so has its undo', () => {
    fc.assert(
      fc.property(arbitraryContents, arbitraryChange, (contents, wanted) => {
        const { list, apply } = createMemory(contents);
        const result = applyChange(list, wanted);
        if (!result.ok || result.value.diff.length === 0) return;
        apply(result.value.diff);
        for (const diff of [result.value.diff, reverseDiff(list, result.value.diff)]) {
          const summary = summarizeDiff(list, diff);
          expect(Object.values(summary)).not.toContain(undefined);
          expect(Object.values(summary)).not.toContain(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});
