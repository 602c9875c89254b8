/** The stored steps of a push. */
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import {
  acknowledgeGroup,
  createSyncRecord,
  forgetPulled,
  formPush,
  hasAllFields,
  judgeSuspicion,
  moveCursors,
  nextPush,
  resolveRejected,
  type SyncRecord,
} from './sync-record.ts';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';

const entry = (key: number, id: string) => ({
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
  test('[Y4] includes the whole outbox, once', () => {
    const record = formPush(createSyncRecord('phone'), [entry(1, 'milk'), entry(2, 'tea')], 1000);
    expect([idsOf(record), record.push?.upTo, record.device]).toEqual([
      [['milk', 'tea']],
      2,
      { id: 'phone', lastSeq: 1002 },
    ]);
    expect(formPush(record, [entry(1, 'milk'), entry(2, 'tea'), entry(3, 'ham')], 2000)).toBe(record);
  });

  test('[Y1] numbers follow the time, but never go back with it', () => {
    const record = { ...createSyncRecord('phone'), device: { id: 'phone', lastSeq: 5000 } };
    expect(formPush(record, [entry(1, 'milk')], 1000).device.lastSeq).toBe(5001);
    expect(formPush(record, [entry(1, 'milk')], 9000).device.lastSeq).toBe(9001);
  });

  test('[Y4] a rejected new row that was edited is sent again with all of its changes, and others stay rejected', () => {
    const add: Patch = { table: 'items', id: 'milk', fields: { name: 'Milk', checked: false, deleted: false } };
    const formed = formPush(createSyncRecord('phone'), [{ key: 1, patches: [add] }, entry(2, 'tea')], 0);
    const first = acknowledgeGroup(formed, firstOf(formed), { type: 'rejected', message: 'No.' })?.record ?? formed;
    const second = acknowledgeGroup(first, firstOf(first), { type: 'rejected', message: 'No.' })?.record ?? first;
    expect(second.rejected).toHaveLength(2);
    const again = formPush(second, [entry(3, 'milk')], 0);
    expect(again.push?.groups.flatMap(({ patches }) => patches.map(({ patch }) => patch))).toEqual([
      { table: 'items', id: 'milk', fields: { name: 'Milk', checked: true, deleted: false } },
    ]);
    expect(again.rejected.map(({ group }) => group.patches[0]?.patch.id)).toEqual(['tea']);
  });

  test('[Y4] an edit of a row whose earlier edit was rejected is sent alone, and replaces what it sets again', () => {
    const edit = (fields: object): Patch => ({ table: 'items', id: 'milk', fields });
    const refuse = (record: SyncRecord) =>
      acknowledgeGroup(record, firstOf(record), { type: 'rejected', message: 'No.' })?.record ?? record;
    const send = (record: SyncRecord, key: number, fields: object) =>
      formPush(record, [{ key, patches: [edit(fields)] }], 0);
    const sentBy = ({ push }: SyncRecord) => push?.groups.flatMap(({ patches }) => patches.map(({ patch }) => patch));
    const rejectedBy = ({ rejected }: SyncRecord) =>
      rejected.flatMap(({ group }) => group.patches.map(({ patch }) => patch));
    const first = refuse(send(createSyncRecord('phone'), 1, { amount: 1.5, note: 'fresh' }));
    const ticked = send(first, 2, { checked: true });
    expect([sentBy(ticked), rejectedBy(ticked)]).toEqual([
      [edit({ checked: true })],
      [edit({ amount: 1.5, note: 'fresh' })],
    ]);
    const corrected = send(first, 2, { amount: 2 });
    expect([sentBy(corrected), rejectedBy(corrected)]).toEqual([[edit({ amount: 2 })], [edit({ note: 'fresh' })]]);
    const both = send(first, 2, { amount: 2, note: '' });
    expect([rejectedBy(both), both.rejected]).toEqual([[], []]);
  });

  test('[Y4] an empty outbox has nothing to send', () => {
    const record = createSyncRecord('phone');
    expect(formPush(record, [], 1000)).toBe(record);
  });
});

describe('acknowledging a group', () => {
  const categories: Patch = { table: 'categories', id: 'deli', fields: { deleted: true } };
  const formed = formPush(
    createSyncRecord('phone'),
    [entry(1, 'milk'), entry(2, 'tea'), { key: 3, patches: [categories] }],
    0,
  );

  test('[Y4] the outbox can be truncated after its last group', () => {
    const one = acknowledgeGroup(formed, firstOf(formed), { type: 'accepted' });
    expect([one?.acknowledgedUpTo, one && idsOf(one.record)]).toEqual([null, [['deli']]]);
    const all = one && acknowledgeGroup(one.record, firstOf(one.record), { type: 'accepted' });
    expect([all?.acknowledgedUpTo, all?.record.push]).toEqual([3, null]);
  });

  test('[Y8] a group that another tab acknowledged is left alone', () => {
    const one = acknowledgeGroup(formed, firstOf(formed), { type: 'accepted' });
    expect(one && acknowledgeGroup(one.record, firstOf(formed), { type: 'accepted' })).toBeNull();
    expect(acknowledgeGroup(createSyncRecord('phone'), firstOf(formed), { type: 'accepted' })).toBeNull();
  });

  test('[Y8] the halves of a bisected group are not the group', () => {
    const split = acknowledgeGroup(formed, firstOf(formed), { type: 'bisect' });
    expect(split && idsOf(split.record)).toEqual([['milk'], ['tea'], ['deli']]);
    expect(split && acknowledgeGroup(split.record, firstOf(formed), { type: 'bisect' })).toBeNull();
  });

  test('[Y4] a rejected group is kept with the backend’s message', () => {
    const refused = acknowledgeGroup(formed, firstOf(formed), { type: 'rejected', message: 'No.' });
    expect(refused?.record.rejected).toEqual([{ id: 'phone/1', group: firstOf(formed), message: 'No.' }]);
    expect(refused && idsOf(refused.record)).toEqual([['deli']]);
  });
});

describe('resolving a rejection', () => {
  const refused: Patch = { table: 'items', id: 'milk', fields: { name: 'Old', checked: true } };
  const renamed: Patch = { table: 'items', id: 'milk', fields: { name: 'New' } };
  const formed = formPush(createSyncRecord('phone'), [{ key: 1, patches: [refused] }], 0);
  const record = acknowledgeGroup(formed, firstOf(formed), { type: 'rejected', message: 'No.' })?.record ?? formed;
  const id = record.rejected[0]?.id ?? '';
  const done = { ...record, rejected: [] };

  test('[Y4] a retry adds what the user has not set again since', () => {
    const retry = (...waiting: readonly Patch[]) => resolveRejected(record, { id, how: 'retry' }, waiting);
    expect(retry()).toEqual({ record: done, patches: [refused] });
    expect(retry(renamed)).toEqual({ record: done, patches: [{ ...refused, fields: { checked: true } }] });
    expect(retry(refused)).toEqual({ record: done, patches: [] });
    expect(retry({ ...renamed, id: 'tea' })).toEqual({ record: done, patches: [refused] });
  });

  test('[Y4] a discarded group adds nothing, and one that another tab resolved is left alone', () => {
    expect(resolveRejected(record, { id, how: 'discard' }, [])).toEqual({ record: done, patches: [] });
    expect(resolveRejected(done, { id, how: 'retry' }, [])).toBeNull();
  });
});

test('[Y4] a group that may have been refused is sent again twice, then halved, and its bad half is rejected at once', () => {
  const message = 'Forbidden';
  let record = formPush(createSyncRecord('phone'), [entry(1, 'milk'), entry(2, 'tea')], 1000);
  const answers: string[] = [];
  for (let left = 4; left > 0; left -= 1) {
    const outcome = judgeSuspicion(firstOf(record), message);
    answers.push(outcome.type);
    record = acknowledgeGroup(record, firstOf(record), outcome)?.record ?? record;
  }
  expect(answers).toEqual(['suspected', 'suspected', 'bisect', 'rejected']);
  expect([idsOf(record), record.rejected.map(({ group }) => group.patches.map(({ seq }) => seq))]).toEqual([
    [['tea']],
    [[1001]],
  ]);
});

test('[Y1] the next group stays the same until it is acknowledged, and changes without effect can go', () => {
  const first = nextPush(createSyncRecord('phone'), [entry(1, 'milk')], 1000);
  expect(first).toEqual({ record: first.record, group: firstOf(first.record), emptyUpTo: null });
  expect(nextPush(first.record, [entry(1, 'milk'), entry(2, 'tea')], 2000)).toEqual(first);
  const record = createSyncRecord('phone');
  const none = { key: 4, patches: [{ table: 'items', id: 'milk', fields: {} } as Patch] };
  expect(nextPush(record, [none], 1000)).toEqual({ record, group: null, emptyUpTo: 4 });
  expect(nextPush(record, [], 1000)).toEqual({ record, group: null, emptyUpTo: null });
});

test('[Y5] cursors never move back', () => {
  const known = { items: 8, categories: 2, savedLists: 0, listRow: 0 };
  expect(moveCursors(known, { items: 5, categories: 3 })).toEqual({ ...known, categories: 3 });
});

test('[Y9] a device that removed its copy pulls everything again, and sends what it had under the same numbers', () => {
  const cursors = { items: 7, categories: 7, savedLists: 7, listRow: 7 };
  const record = formPush({ ...createSyncRecord('phone'), cursors, isComplete: true }, [entry(1, 'milk')], 1000);
  const { device, push, rejected } = record;
  expect(forgetPulled(record)).toEqual({ ...createSyncRecord('phone'), device, push, rejected });
});

test('[Q6] items are pulled again only if a field is newer than the app that pulled them', () => {
  const record = createSyncRecord('phone');
  expect(hasAllFields(record)).toBe(true);
  expect(hasAllFields({ ...record, itemFields: 0 })).toBe(false);
  expect(hasAllFields({ ...record, itemFields: NEWEST_MIGRATION - 1 })).toBe(false);
});
