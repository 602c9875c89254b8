/** What an event of a changed row is good for. */
import { describe, expect, test } from 'vitest';
import { eventToRing } from './event-ring.ts';

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

const event = (fields: object = {}, wire: object = {}) => ({
  eventType: 'UPDATE',
  new: { ...WIRE, ...wire },
  old: { id: 'i1' },
  errors: null,
  ...fields,
});

describe('an event', () => {
  test.each(['INSERT', 'UPDATE'])('[Y5] of an %s brings its row', (eventType) => {
    expect(eventToRing('items', event({ eventType }), 'ann')).toEqual({
      type: 'rows',
      rows: [
        {
          table: 'items',
          row: { id: 'i1', name: 'Milk', category: 'c', checked: true, deleted: false },
          version: 12,
          deviceId: 'device-9',
        },
      ],
    });
  });

  test.each<[string, unknown]>([
    ['a deletion', event({ eventType: 'DELETE', new: {} })],
    ['errors', event({ errors: ['Error 413: Payload Too Large'] })],
    ['a column that is missing', event({}, { name: undefined })],
    ['a column that was left out', event({}, { category: null })],
    ['no version', event({}, { version: 0 })],
    ["somebody else's row", event({}, { user_id: 'bob' })],
    ['no row', event({ new: null })],
    ['nothing', null],
    ['a text', 'UPDATE'],
  ])('[Y5] with %s says to look', (_, heard) => {
    expect(eventToRing('items', heard, 'ann')).toEqual({ type: 'look' });
  });

  test('[Y5] of a saved list without its long column says to look', () => {
    const list = {
      id: 's',
      user_id: 'ann',
      name: 'Week',
      created_at: '2026-11-21T08:00:00Z',
      deleted: false,
      version: 3,
    };
    expect(eventToRing('savedLists', event({ new: list }), 'ann')).toEqual({ type: 'look' });
    expect(eventToRing('savedLists', event({ new: { ...list, items: [] } }), 'ann')).toMatchObject({ type: 'rows' });
  });
});
