/** Which wire events carry their row, and which ask for a resync. */
import { beforeEach, describe, expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { recordColumns, removeMissingDetails } from '#device/local-storage/missing-details.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { wireEventToChangeEvent } from './realtime-subscription.ts';

const ANNS = personalList('ann');

/** A row of a backend without details. */
const WIRE = {
  id: 'i1',
  user_id: 'ann',
  name: 'Milk',
  category: 'c',
  checked: true,
  deleted: false,
  version: 12,
  device_id: 'device-9',
  device_seq: 5,
};

beforeEach(() => {
  stubLocalStorage({});
  recordColumns('ann', [WIRE]);
});

const event = (fields: object = {}, wire: object = {}) => ({
  eventType: 'UPDATE',
  new: { ...WIRE, ...wire },
  old: { id: 'i1' },
  errors: null,
  ...fields,
});

describe('an event', () => {
  test.each(['INSERT', 'UPDATE'])('[Y5] of an %s carries its row', (eventType) => {
    expect(wireEventToChangeEvent('items', event({ eventType }), ANNS)).toEqual({
      type: 'rows',
      rows: [
        {
          table: 'items',
          row: { id: 'i1', name: 'Milk', category: 'c', checked: true, deleted: false },
          version: 12,
          deviceId: 'device-9',
          deviceSeq: 5,
        },
      ],
    });
  });

  test.each<[string, unknown]>([
    ['a deletion', event({ eventType: 'DELETE', new: {} })],
    ['errors', event({ errors: ['Error 413: Payload Too Large'] })],
    ['a missing column', event({}, { name: undefined })],
    ['an omitted column', event({}, { category: null })],
    ['no version', event({}, { version: 0 })],
    ["another user's row", event({}, { user_id: 'bob' })],
    ['no row', event({ new: null })],
    ['nothing', null],
    ['a text', 'UPDATE'],
  ])('[Y5] with %s asks for a resync', (_, received) => {
    expect(wireEventToChangeEvent('items', received, ANNS)).toEqual({ type: 'resync' });
  });

  test('[Y5] of a saved list without its items asks for a resync', () => {
    const list = {
      id: 's',
      user_id: 'ann',
      name: 'Week',
      created_at: '2026-11-21T08:00:00Z',
      deleted: false,
      version: 3,
    };
    expect(wireEventToChangeEvent('savedLists', event({ new: list }), ANNS)).toEqual({ type: 'resync' });
    expect(wireEventToChangeEvent('savedLists', event({ new: { ...list, items: [] } }), ANNS)).toMatchObject({
      type: 'rows',
    });
  });

  test('[Y5] [O1] of a category without its ranks asks for a resync', () => {
    const dairy = { id: 'c', user_id: 'ann', name: 'Dairy', color: '', in_list: true, deleted: false, version: 3 };
    expect(wireEventToChangeEvent('categories', event({ new: dairy }), ANNS)).toEqual({ type: 'resync' });
    expect(wireEventToChangeEvent('categories', event({ new: { ...dairy, ranks: { list: 2 } } }), ANNS)).toMatchObject({
      type: 'rows',
      rows: [{ row: { id: 'c', 'rank:list': 2 } }],
    });
  });

  test('[H7] of another list of the account is ignored, and one of this list carries its row', () => {
    const party = { userId: 'ann', listId: 'party' };
    const theirs = event({}, { user_id: 'bob', list_id: 'party' });
    expect(wireEventToChangeEvent('items', theirs, ANNS)).toBeNull();
    expect(wireEventToChangeEvent('items', theirs, party)).toMatchObject({ type: 'rows' });
    const personal = event({}, { list_id: 'ann' });
    expect(wireEventToChangeEvent('items', personal, ANNS)).toMatchObject({ type: 'rows' });
    expect(wireEventToChangeEvent('items', personal, party)).toBeNull();
  });
});

test('[H12] the id of this device hides no change that another account has written', () => {
  const deviceOf = (wire: object) => wireEventToChangeEvent('items', event({}, wire), ANNS);
  expect(deviceOf({ written_by: 'eve' })).toMatchObject({ rows: [{ deviceId: null }] });
  expect(deviceOf({ written_by: 'ann' })).toMatchObject({ rows: [{ deviceId: 'device-9' }] });
  expect(deviceOf({ written_by: null })).toMatchObject({ rows: [{ deviceId: 'device-9' }] });
});

test('[Q6] an event without a detail is incomplete, unless the backend has no column for it', () => {
  const details = { amount: 2, unit: 'l', note: null, store: null };
  const { note: _, ...short } = details;
  removeMissingDetails('ann');
  const convert = (wire: object) => wireEventToChangeEvent('items', { ...event(), new: { ...WIRE, ...wire } }, ANNS);
  expect(convert(details)).toMatchObject({ rows: [{ row: details }] });
  expect(convert(short)).toEqual({ type: 'resync' });
  expect(convert({})).toEqual({ type: 'resync' });
  recordColumns('ann', [{ ...WIRE, ...short }]);
  expect(convert(short)).toMatchObject({ rows: [{ row: short }] });
  expect(convert({ amount: 2 })).toEqual({ type: 'resync' });
  recordColumns('ann', [WIRE]);
  expect(convert({})).toMatchObject({ type: 'rows' });
});
