/** The descriptions of rejected changes. */
import { describe, expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import type { Patch } from '#core/diff/diff.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { countRejected, type RejectedGroup } from '#core/sync/sync-record.ts';
import { describeKind, describeNames, describeWhole, mergeEqual } from './rejected-changes-dialog.tsx';

await speakEnglish();

const { list } = memoryOf({
  items: [itemRow('1', { name: 'Milk' }), itemRow('2', { name: 'Eggs', deleted: true })],
  categories: [categoryRow('dairy', { name: 'Dairy' })],
});

const rejected = (patches: readonly Patch[], message = 'new row violates a rule'): RejectedGroup => ({
  id: 'a',
  group: {
    table: patches[0]?.table ?? 'items',
    deviceId: 'd',
    patches: patches.map((patch, at) => ({ patch, seq: at + 1 })),
  },
  message,
});

const tick = (id: string): Patch => ({ table: 'items', id, fields: { checked: true } });

describe('the names of a rejected group', () => {
  test('[Y4] come from the rejected change, or else from the list, deleted rows included', () => {
    const patches: readonly Patch[] = [
      { table: 'items', id: '1', fields: { name: 'Oat milk' } },
      { table: 'items', id: '2', fields: { checked: true } },
      { table: 'items', id: 'unknown', fields: { checked: true } },
      { table: 'items', id: '1', fields: { name: '' } },
    ];
    expect(describeNames(rejected(patches), list)).toBe('Oat milk, Eggs, no name, no name');
  });

  test('[Y4] are five at most, and the rest is a number', () => {
    const many = Array.from({ length: 500 }, () => tick('1'));
    expect(describeNames(rejected(many.slice(0, 5)), list)).toBe('Milk, Milk, Milk, Milk, Milk');
    expect(describeNames(rejected(many), list)).toBe('Milk, Milk, Milk, Milk, Milk and 495 more');
  });

  test('[Y4] of the list’s own row have the name of the list', () => {
    const named = rejected([{ table: 'listRow', id: 'profile', fields: { listName: 'Party' } }]);
    expect([describeKind(named), describeNames(named, list)]).toEqual(['List details', 'Party']);
  });

  test('[Y4] come with the kind of row and the number of changes', () => {
    expect(describeKind(rejected([tick('1'), tick('2')]))).toBe('2 items');
    expect(describeKind(rejected([{ table: 'categories', id: 'dairy', fields: { inList: true } }]))).toBe('1 category');
    expect(describeKind(rejected([{ table: 'savedLists', id: 's', fields: { name: 'Week' } }]))).toBe('1 saved list');
    expect(countRejected([rejected([tick('1'), tick('2')]), rejected([tick('1')])])).toBe(3);
  });
});

describe('the text for the clipboard', () => {
  test('[Y4] has every row with its new values, and the message as received', () => {
    const patches: readonly Patch[] = [
      { table: 'items', id: '1', fields: { name: 'Oat milk', category: 'dairy', checked: true, deleted: false } },
      { table: 'items', id: '2', fields: { category: 'unknown' } },
    ];
    expect(describeWhole(rejected(patches), list)).toBe(
      [
        '2 items',
        'Oat milk: name Oat milk, category Dairy, checked yes, deleted no',
        'Eggs: category unknown',
        'Message from the server: new row violates a rule',
      ].join('\n'),
    );
  });

  test('[Y4] names the items of a saved list, and says that the backend gave no reason', () => {
    const items = [{ id: 't', name: 'Tea', category: 'drinks', checked: true }];
    const saved = rejected([{ table: 'savedLists', id: 's', fields: { name: 'Week', items } }], '');
    expect(describeWhole(saved, list)).toBe(
      ['1 saved list', 'Week: name Week, items Tea', 'Message from the server: The server didn’t give a reason.'].join(
        '\n',
      ),
    );
  });

  test('[Y4] is complete for a long group', () => {
    const many = Array.from({ length: 500 }, () => tick('1'));
    expect(describeWhole(rejected(many), list).split('\n')).toHaveLength(502);
  });
});

describe('equal rejections', () => {
  const full = (id: string, patch: Patch): RejectedGroup => ({ ...rejected([patch], 'This account is full.'), id });
  const category: Patch = { table: 'categories', id: 'dairy', fields: { inList: true } };

  test('[Y4] of one table with the same message are merged, in the order of the first; others stay separate', () => {
    const groups = [
      full('a', tick('1')),
      { ...rejected([tick('2')], 'Too long.'), id: 'b' },
      full('c', category),
      full('d', tick('2')),
    ];
    const cards = mergeEqual(groups);
    expect(cards.map((card) => card.groups.map(({ id }) => id))).toEqual([['a', 'd'], ['b'], ['c']]);
    const [first] = cards.map(({ merged }) => merged);
    expect(first && [first.id, describeKind(first), describeNames(first, list)]).toEqual([
      'a',
      '2 items',
      'Milk, Eggs',
    ]);
    expect(first && describeWhole(first, list).split('\n')).toHaveLength(4);
  });

  test('[Y4] keep every change when they are merged', () => {
    const groups = Array.from({ length: 59 }, (_, at) => full(`g${at}`, tick(`${at}`)));
    expect(mergeEqual(groups).map(({ merged }) => describeKind(merged))).toEqual(['59 items']);
    expect(countRejected(mergeEqual(groups).map(({ merged }) => merged))).toBe(59);
    expect(mergeEqual([])).toEqual([]);
  });
});
