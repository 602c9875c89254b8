/** How unsent changes of an ended list join another list. */
import { expect, test } from 'vitest';
import type { ListCopy } from '#core/change/change.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { planCopy } from './import-list.ts';

const REF = { userId: 'ann', listId: 'home' };

const copyOf = (parts: Partial<ListCopy>): ListCopy => ({
  listName: 'Party',
  items: [],
  categories: [{ id: 'party-dairy', name: 'Dairy', color: '', inList: true }],
  savedLists: [],
  ...parts,
});

const item = (id: string, more: object = {}) => itemRow(id, { category: 'party-dairy', ...more });

const start = (savedLists = 0) =>
  memoryOf({
    items: [
      itemRow('a', { name: 'Milk', amount: 1, unit: 'l' }),
      itemRow('b', { name: 'Butter', amount: 200, unit: 'g' }),
      itemRow('c', { name: 'Ham' }),
    ],
    categories: [categoryRow('dairy', { name: 'Dairy' })],
    savedLists: Array.from({ length: savedLists }, (_, at) => savedListRow(`saved-${at}`)),
  });

function copyInto(memory: ReturnType<typeof start>, copy: ListCopy) {
  const { changes, left } = planCopy(copy, REF, memory.list);
  for (const planned of changes) change(memory, planned);
  return left;
}

test('[H6] [Q3] unsent items whose names the list has are merged with its items, and the others are added', () => {
  const memory = start();
  const items = [
    item('1', { name: 'milk', amount: 500, unit: 'ml' }),
    item('2', { name: 'Butter', amount: 1, unit: 'pack' }),
    item('3', { name: 'Ham', checked: true }),
    item('4', { name: 'Cream', checked: true }),
  ];
  copyInto(memory, copyOf({ items }));
  expect(readLive(memory.list).items).toMatchObject([
    { id: '4-home', name: 'Cream', checked: true, category: 'dairy' },
    { id: 'a', name: 'Milk', amount: 1.5, unit: 'l' },
    { id: 'b', name: 'Butter', amount: 200, unit: 'g', note: '1 pack' },
    { id: 'c', name: 'Ham', checked: false },
  ]);
});

test('[H6] a row that was copied before is unchanged', () => {
  const memory = start();
  const copy = copyOf({ items: [item('4', { name: 'Cream', amount: 2 })] });
  copyInto(memory, copy);
  expect(planCopy(copy, REF, memory.list).changes).toMatchObject([{ type: 'import-copy' }]);
  copyInto(memory, copy);
  expect(readLive(memory.list).items).toHaveLength(4);
});

test('[H6] saved lists for which the list has no room are named, latest copied first', () => {
  const savedLists = [
    savedListRow('old', { createdAt: '2026-01-01T08:00:00.000Z' }),
    savedListRow('new', { createdAt: '2026-11-01T08:00:00.000Z' }),
  ];
  const memory = start(9);
  expect(copyInto(memory, copyOf({ savedLists }))).toEqual(['old']);
  expect(readLive(memory.list).savedLists.map(({ id }) => id)).toContain('new-home');
  expect(planCopy(copyOf({ savedLists }), REF, start(8).list).left).toEqual([]);
});
