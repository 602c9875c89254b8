/** The stored state of the sync. */
import { describe, expect, test } from 'vitest';
import { NEWEST_MIGRATION } from '#core/list/item-fields.ts';
import type { Patch } from '#core/diff/diff.ts';
import { acknowledgeGroup, nextPush } from './push.ts';
import {
  createSyncRecord,
  forgetPulled,
  hasAllFields,
  moveCursors,
  resolveRejected,
  type SyncRecord,
} from './sync-record.ts';

const entry = (key: number, id: string) => ({
  key,
  patches: [{ table: 'items', id, fields: { checked: true } } as Patch],
});
const firstOf = (record: SyncRecord) => {
  const group = record.push?.groups[0];
  if (group === undefined) throw new Error('There is something to send.');
  return group;
};

const formPush = (...step: Parameters<typeof nextPush>): SyncRecord => nextPush(...step).record;

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
