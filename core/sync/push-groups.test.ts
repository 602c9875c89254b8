/** Forming push groups from the outbox. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Patch } from '#core/diff/diff.ts';
import { formPushGroups, bisectPushGroup, type PushGroup } from './push-groups.ts';

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
