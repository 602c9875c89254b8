/** How a received row is merged into the stored one, also after the backend has lost the row. */
import { describe, expect, test } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { mergeRow } from './merge-step.ts';

const milk = itemRow('milk', { name: 'Milk', category: 'dairy', amount: 2, unit: 'l' });
const RESTORED = { sent: [], isRestored: true };
/** The row that a patch makes on a backend that does not have it. */
const blank = itemRow('milk', { name: '', category: '' });
const patch = (fields: object) => ({ table: 'items', id: 'milk', fields }) as const;

describe('a row that a restored backend no longer had', () => {
  test('[Y5] keeps its name when it is ticked, and is sent again', () => {
    const merged = mergeRow('items', milk, {
      received: { ...blank, checked: true },
      sent: [patch({ checked: true })],
      isRestored: true,
    });
    const lost = patch({ name: 'Milk', category: 'dairy', amount: 2, unit: 'l' });
    expect(merged).toEqual({ row: { ...milk, checked: true }, lost });
  });

  test('[Y5] keeps its category when it is renamed', () => {
    const received = { ...blank, name: 'Oat milk' };
    const { row, lost } = mergeRow('items', milk, { received, sent: [patch({ name: 'Oat milk' })], isRestored: true });
    expect([row, lost?.fields]).toEqual([
      { ...milk, name: 'Oat milk' },
      { category: 'dairy', amount: 2, unit: 'l' },
    ]);
  });

  test('[Y5] is sent again by a device that only received it', () => {
    expect(mergeRow('items', milk, { ...RESTORED, received: blank }).lost?.fields).toMatchObject({ name: 'Milk' });
  });

  test('[Y5] does not get back the details that the patch removed', () => {
    const fields = { deleted: true, amount: null, unit: null };
    const { row, lost } = mergeRow('items', milk, {
      received: { ...blank, deleted: true },
      sent: [patch(fields)],
      isRestored: true,
    });
    expect([row.name, row.deleted, lost?.fields]).toEqual(['Milk', true, { name: 'Milk', category: 'dairy' }]);
  });

  test('[Y5] is not sent again and again to a backend that empties names', () => {
    expect(
      mergeRow('items', milk, {
        received: blank,
        sent: [patch({ name: 'Milk', category: 'dairy' })],
        isRestored: true,
      }),
    ).toEqual({
      row: { ...milk, name: '', category: '' },
      lost: null,
    });
  });
});

test('[Y1] an empty name replaces the stored one unless the backend was restored', () => {
  expect(mergeRow('items', milk, { received: blank, sent: [], isRestored: false }).lost).toBeNull();
});

test('[Y1] an empty detail of a row that the restored backend has replaces the stored one', () => {
  const received = { ...itemRow('milk', { name: 'Milk', category: 'dairy' }), amount: null, unit: null };
  expect(mergeRow('items', milk, { ...RESTORED, received })).toEqual({
    row: itemRow('milk', { name: 'Milk', category: 'dairy' }),
    lost: null,
  });
});
