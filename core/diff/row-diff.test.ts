/** The diff of a single row. */
import { describe, expect, test } from 'vitest';
import { itemRow, savedListRow } from '#core/testing/contents.ts';
import { changeRow, isSameValue, removeRow, setFields, setRow } from './row-diff.ts';

describe('the diff of a row', () => {
  const row = itemRow('1', { name: 'Milk' });

  test('[Y2] a new row was deleted before and has all its fields after', () => {
    const { deleted: _, ...item } = row;
    expect(setRow('items', undefined, item)).toEqual({
      table: 'items',
      id: '1',
      before: { deleted: true },
      after: { name: 'Milk', category: 'dairy', checked: false, deleted: false },
    });
  });

  test('[Y2] deleting sets the tombstone and nothing else', () => {
    expect(removeRow('items', row)).toEqual({
      table: 'items',
      id: '1',
      before: { deleted: false },
      after: { deleted: true },
    });
    expect(removeRow('items', { ...row, deleted: true })).toBeNull();
    expect(removeRow('items', undefined)).toBeNull();
  });

  test('[H12] deleting empties the details of an item and the items of a saved list, and undo sets them again', () => {
    expect(removeRow('items', itemRow('1', { name: 'Milk', amount: 2, note: 'ripe' }))).toEqual({
      table: 'items',
      id: '1',
      before: { deleted: false, amount: 2, note: 'ripe' },
      after: { deleted: true, amount: null, note: null },
    });
    const items = [{ id: '1', name: 'Milk', category: 'dairy', checked: false }];
    expect(removeRow('savedLists', savedListRow('s', { items }))).toEqual({
      table: 'savedLists',
      id: 's',
      before: { deleted: false, items },
      after: { deleted: true, items: [] },
    });
    expect(removeRow('items', itemRow('1', { note: 'ripe', deleted: true }))).toBeNull();
  });

  test('[Y2] a deleted row is restored by the fields that differ', () => {
    const item = { id: '1', name: 'Milk', category: 'dairy', checked: true };
    expect(setRow('items', { ...row, deleted: true }, item)).toEqual({
      table: 'items',
      id: '1',
      before: { checked: false, deleted: true },
      after: { checked: true, deleted: false },
    });
  });

  test('[Y1] setting the same values is no change', () => {
    expect(setFields('items', row, { name: 'Milk', checked: false })).toBeNull();
    expect(changeRow('items', row, { ...row })).toBeNull();
    const saved = savedListRow('s', { items: [{ id: '1', name: 'Milk', category: 'dairy', checked: false }] });
    expect(changeRow('savedLists', saved, structuredClone(saved))).toBeNull();
    expect(changeRow('savedLists', saved, { ...saved, items: [] })).not.toBeNull();
  });

  test('[Y1] saved items are compared field by field, in any order of fields', () => {
    const item = { id: '1', name: 'Milk', category: 'dairy', checked: false };
    const others = [
      { ...item, id: '2' },
      { ...item, name: 'Tea' },
      { ...item, category: 'deli' },
      { ...item, checked: true },
    ];
    expect(others.filter((other) => isSameValue([item], [other]))).toEqual([]);
    expect(isSameValue([item], [{ checked: false, category: 'dairy', name: 'Milk', id: '1' }])).toBe(true);
    expect(isSameValue([item], [])).toBe(false);
  });
});
