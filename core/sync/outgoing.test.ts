/** The steps of a push, as they are written down. */
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import { createSyncRecord, formPush, settleGroup, withoutFieldsOf } from './outgoing.ts';
import type { SyncRecord } from './outgoing.ts';

const op = (key: number, id: string) => ({
  key,
  patches: [{ table: 'items', id, fields: { checked: true } } as Patch],
});
const firstOf = (record: SyncRecord) => {
  const group = record.push?.groups[0];
  if (group === undefined) throw new Error('There is something to send.');
  return group;
};
const idsOf = (record: SyncRecord) => record.push?.groups.map(({ patches }) => patches.map(({ patch }) => patch.id));

describe('forming a push', () => {
  test('[Y4] takes all that is on disk, once', () => {
    const record = formPush(createSyncRecord('phone'), [op(1, 'milk'), op(2, 'tea')], 1000);
    expect([idsOf(record), record.push?.upTo, record.device]).toEqual([
      [['milk', 'tea']],
      2,
      { id: 'phone', lastSeq: 1002 },
    ]);
    expect(formPush(record, [op(1, 'milk'), op(2, 'tea'), op(3, 'ham')], 2000)).toBe(record);
  });

  test('[Y1] numbers follow the time, and never go back with it', () => {
    const record = { ...createSyncRecord('phone'), device: { id: 'phone', lastSeq: 5000 } };
    expect(formPush(record, [op(1, 'milk')], 1000).device.lastSeq).toBe(5001);
    expect(formPush(record, [op(1, 'milk')], 9000).device.lastSeq).toBe(9001);
  });

  test('[Y4] a refused row that was edited meanwhile goes again with all of it, and others stay in the tray', () => {
    const add: Patch = { table: 'items', id: 'milk', fields: { name: 'Milk', checked: false } };
    const formed = formPush(createSyncRecord('phone'), [{ key: 1, patches: [add] }, op(2, 'tea')], 0);
    const first = settleGroup(formed, firstOf(formed), { type: 'set-aside', message: 'No.' })?.record ?? formed;
    const second = settleGroup(first, firstOf(first), { type: 'set-aside', message: 'No.' })?.record ?? first;
    expect(second.tray).toHaveLength(2);
    const again = formPush(second, [op(3, 'milk')], 0);
    expect(again.push?.groups.flatMap(({ patches }) => patches.map(({ patch }) => patch))).toEqual([
      { table: 'items', id: 'milk', fields: { name: 'Milk', checked: true } },
    ]);
    expect(again.tray.map(({ group }) => group.patches[0]?.patch.id)).toEqual(['tea']);
  });

  test('[Y4] nothing on disk is nothing to send', () => {
    const record = createSyncRecord('phone');
    expect(formPush(record, [], 1000)).toBe(record);
  });
});

describe('settling a group', () => {
  const categories: Patch = { table: 'categories', id: 'deli', fields: { deleted: true } };
  const formed = formPush(
    createSyncRecord('phone'),
    [op(1, 'milk'), op(2, 'tea'), { key: 3, patches: [categories] }],
    0,
  );

  test('[Y4] the outbox is settled when the last of its groups is', () => {
    const one = settleGroup(formed, firstOf(formed), { type: 'taken' });
    expect([one?.dropUpTo, one && idsOf(one.record)]).toEqual([null, [['deli']]]);
    const all = one && settleGroup(one.record, firstOf(one.record), { type: 'taken' });
    expect([all?.dropUpTo, all?.record.push]).toEqual([3, null]);
  });

  test('[Y8] one that another tab settled is left alone', () => {
    const one = settleGroup(formed, firstOf(formed), { type: 'taken' });
    expect(one && settleGroup(one.record, firstOf(formed), { type: 'taken' })).toBeNull();
    expect(settleGroup(createSyncRecord('phone'), firstOf(formed), { type: 'taken' })).toBeNull();
  });

  test('[Y8] the halves of a group that was split are not the group', () => {
    const split = settleGroup(formed, firstOf(formed), { type: 'split' });
    expect(split && idsOf(split.record)).toEqual([['milk'], ['tea'], ['deli']]);
    expect(split && settleGroup(split.record, firstOf(formed), { type: 'split' })).toBeNull();
  });

  test('[Y4] one that was refused goes to the tray with what the backend said', () => {
    const aside = settleGroup(formed, firstOf(formed), { type: 'set-aside', message: 'No.' });
    expect(aside?.record.tray).toEqual([{ id: 'phone/1', group: firstOf(formed), message: 'No.' }]);
    expect(aside && idsOf(aside.record)).toEqual([['deli']]);
  });
});

test('[Y4] what was refused goes again without the fields that were set again since', () => {
  const refused: Patch = { table: 'items', id: 'milk', fields: { name: 'Old', checked: true } };
  const renamed: Patch = { table: 'items', id: 'milk', fields: { name: 'New' } };
  expect(withoutFieldsOf(refused, [renamed])).toEqual({ ...refused, fields: { checked: true } });
  expect(withoutFieldsOf(renamed, [refused])).toBeNull();
  expect(withoutFieldsOf(refused, [{ ...renamed, id: 'tea' }])).toEqual(refused);
});
