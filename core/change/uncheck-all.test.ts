/** Starting the next trip with the same list. */
import { expect, test } from 'vitest';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';

test('[O6] Uncheck all unchecks every item in one step and removes nothing', () => {
  const memory = memoryOf({
    items: [itemRow('milk', { checked: true, amount: 2 }), itemRow('eggs'), itemRow('ham', { checked: true })],
    categories: [categoryRow('dairy')],
  });
  const diff = change(memory, { type: 'uncheck-all' });
  expect(diff).toEqual(
    ['milk', 'ham'].map((id) => ({ table: 'items', id, before: { checked: true }, after: { checked: false } })),
  );
  expect(change(memory, { type: 'uncheck-all' })).toEqual([]);
});
