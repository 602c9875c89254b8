/** The steps of a push. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import { acknowledgeGroup, bisectPushGroup, formPushGroups, judgeSuspicion, nextPush } from './push.ts';
import { createSyncRecord, type PushGroup, type SyncRecord } from './sync-record.ts';

const DEVICE = { id: 'phone', lastSeq: 40 };
const item = (id: string, fields: object): Patch => ({ table: 'items', id, fields });
const form = (...patches: readonly Patch[]) => formPushGroups(patches, DEVICE);
/** Each group as its rows, with numbers and fields. */
const read = (groups: readonly PushGroup[]) =>
  groups.map(({ patches }) =>
    patches.map(({ patch, seq }) => `${seq} ${patch.id} ${Object.keys(patch.fields).join()}`),
  );

describe('forming groups', () => {
  test('[Y4] a row that was changed several times is sent once, with its last values', () => {
    const { groups } = form(
      item('milk', { name: 'M' }),
      item('milk', { checked: true }),
      item('milk', { name: 'Milk' }),
    );
    expect(groups.flatMap(({ patches }) => patches.map(({ patch }) => patch.fields))).toEqual([
      { name: 'Milk', checked: true },
    ]);
  });

  test('[Y1] rows that set the same fields share a group, in any order of fields', () => {
    const { groups, lastSeq } = form(
      item('milk', { checked: true }),
      item('tea', { name: 'Tea', category: 'drinks' }),
      item('eggs', { checked: false }),
      item('ham', { category: 'deli', name: 'Ham' }),
      { table: 'categories', id: 'deli', fields: { deleted: true } },
    );
    expect(read(groups)).toEqual([
      ['41 milk checked', '42 eggs checked'],
      ['43 tea name,category', '44 ham category,name'],
      ['45 deli deleted'],
    ]);
    expect([lastSeq, groups.map(({ table, deviceId }) => `${table} ${deviceId}`)]).toEqual([
      45,
      ['items phone', 'items phone', 'categories phone'],
    ]);
  });

  test('[Y1] rows of one id in different tables are different rows', () => {
    const { groups } = form(item('1', { deleted: true }), { table: 'categories', id: '1', fields: { deleted: true } });
    expect(groups).toHaveLength(2);
  });

  test('[Y4] thousands of offline changes need few requests, of at most 900 rows each', () => {
    const adds = Array.from({ length: 1600 }, (_, at) =>
      item(`new-${at}`, { name: 'x', category: 'c', checked: false }),
    );
    const ticks = Array.from({ length: 200 }, (_, at) => item(`old-${at}`, { checked: true }));
    const deletes = Array.from({ length: 100 }, (_, at) => item(`gone-${at}`, { deleted: true }));
    const { groups } = form(...adds, ...ticks, ...deletes);
    expect(groups.map(({ patches }) => patches.length)).toEqual([900, 700, 200, 100]);
  });

  test('[Y4] long rows fill a request before 900 of them do, and an oversized row gets its own request', () => {
    const lists = ['a', 'b', 'c'].map((id): Patch => ({
      table: 'savedLists',
      id,
      fields: { name: id.repeat(300_000) },
    }));
    expect(form(...lists).groups.map(({ patches }) => patches.length)).toEqual([1, 1, 1]);
  });

  test('[Y4] patches without fields are not sent', () => {
    expect(form(item('milk', {}))).toEqual({ groups: [], lastSeq: 40 });
  });
});

test('[Y1] merging and grouping gives every row the same values as applying the patches one by one', () => {
  const fields = fc.record(
    { name: fc.string({ maxLength: 2 }), checked: fc.boolean(), deleted: fc.boolean() },
    { requiredKeys: [] },
  );
  const patches = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fields), { maxLength: 40 });
  const lay = (all: readonly Patch[]) => {
    const rows: Record<string, object> = {};
    for (const { id, fields: set } of all) rows[id] = { ...rows[id], ...set };
    return Object.fromEntries(Object.entries(rows).filter(([, row]) => Object.keys(row).length > 0));
  };
  fc.assert(
    fc.property(patches, (made) => {
      const all = made.map(([id, set]) => item(id, set));
      const { groups, lastSeq } = form(...all);
      const sent = groups.flatMap(({ patches: own }) => own);
      expect(lay(sent.map(({ patch }) => patch))).toEqual(lay(all));
      expect(sent.map(({ seq }) => seq)).toEqual(sent.map((_, at) => 41 + at));
      expect(lastSeq).toBe(40 + sent.length);
    }),
  );
});

test('[Y4] a group is bisected into halves that have all of its patches, in order', () => {
  const [group] = form(...['a', 'b', 'c'].map((id) => item(id, { checked: true }))).groups;
  if (!group) throw new Error('There is one group.');
  expect(read(bisectPushGroup(group))).toEqual([['41 a checked', '42 b checked'], ['43 c checked']]);
});

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

const formPush = (...step: Parameters<typeof nextPush>): SyncRecord => nextPush(...step).record;

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
