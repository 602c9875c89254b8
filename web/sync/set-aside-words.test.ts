/** What the tray says about what was refused. */
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import type { SetAsideGroup } from '#core/sync/outgoing.ts';
import { countRows } from './count-rows.ts';
import { describeKind, describeNames, describeWhole } from './set-aside-words.ts';

const { list } = memoryOf({
  items: [itemRow('1', { name: 'Milk' }), itemRow('2', { name: 'Eggs', deleted: true })],
  categories: [categoryRow('dairy', { name: 'Dairy' })],
});

const aside = (patches: readonly Patch[], message = 'new row violates a rule'): SetAsideGroup => ({
  id: 'a',
  group: {
    table: patches[0]?.table ?? 'items',
    deviceId: 'd',
    patches: patches.map((patch, at) => ({ patch, seq: at + 1 })),
  },
  message,
});

const tick = (id: string): Patch => ({ table: 'items', id, fields: { checked: true } });

describe('the names of a set-aside group', () => {
  test('[Y4] are those that the refused change gives, else those of the list, deleted rows too', () => {
    const patches: readonly Patch[] = [
      { table: 'items', id: '1', fields: { name: 'Oat milk' } },
      { table: 'items', id: '2', fields: { checked: true } },
      { table: 'items', id: 'nobody', fields: { checked: true } },
      { table: 'items', id: '1', fields: { name: '' } },
    ];
    expect(describeNames(aside(patches), list)).toBe('Oat milk, Eggs, no name, no name');
  });

  test('[Y4] are five at most, and the rest is a number', () => {
    const many = Array.from({ length: 500 }, () => tick('1'));
    expect(describeNames(aside(many.slice(0, 5)), list)).toBe('Milk, Milk, Milk, Milk, Milk');
    expect(describeNames(aside(many), list)).toBe('Milk, Milk, Milk, Milk, Milk and 495 more');
  });

  test('[Y4] of the profile are the list’s', () => {
    const named = aside([{ table: 'profile', id: 'profile', fields: { listName: 'Party' } }]);
    expect([describeKind(named), describeNames(named, list)]).toEqual(['The list’s name', 'Party']);
  });

  test('[Y4] say what they are names of, and how many changes there are in all', () => {
    expect(describeKind(aside([tick('1'), tick('2')]))).toBe('2 items');
    expect(describeKind(aside([{ table: 'categories', id: 'dairy', fields: { inList: true } }]))).toBe('1 category');
    expect(describeKind(aside([{ table: 'savedLists', id: 's', fields: { name: 'Week' } }]))).toBe('1 saved list');
    expect(countRows([aside([tick('1'), tick('2')]), aside([tick('1')])])).toBe(3);
  });
});

describe('the text that is copied out', () => {
  test('[Y4] has every row with what was to be set, and the message as received', () => {
    const patches: readonly Patch[] = [
      { table: 'items', id: '1', fields: { name: 'Oat milk', category: 'dairy', checked: true, deleted: false } },
      { table: 'items', id: '2', fields: { category: 'unknown' } },
    ];
    expect(describeWhole(aside(patches), list)).toBe(
      [
        '2 items',
        'Oat milk: name Oat milk, category Dairy, checked yes, deleted no',
        'Eggs: category unknown',
        'What the server said: new row violates a rule',
      ].join('\n'),
    );
  });

  test('[Y4] names the items of a saved list, and says where the backend gave no reason', () => {
    const items = [{ id: 't', name: 'Tea', category: 'drinks', checked: true }];
    const saved = aside([{ table: 'savedLists', id: 's', fields: { name: 'Week', items } }], '');
    expect(describeWhole(saved, list)).toBe(
      ['1 saved list', 'Week: name Week, items Tea', 'What the server said: The server gave no reason.'].join('\n'),
    );
  });

  test('[Y4] leaves nothing out of a long group', () => {
    const many = Array.from({ length: 500 }, () => tick('1'));
    expect(describeWhole(aside(many), list).split('\n')).toHaveLength(502);
  });
});
