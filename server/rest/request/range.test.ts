/** Ranges of rows: the parameters, the header, both, and what the answer says. */
import { expect, test } from 'vitest';
import { capRange, narrowByHeader, parseLimits, writeContentRange } from './query.ts';

const ALL = { offset: 0, limit: null };

test.each([
  [null, null, ALL],
  ['5', '2', { offset: 2, limit: 5 }],
  ['x', '1.5', ALL],
  ['5', '-2', { offset: 0, limit: 5 }],
])('[wire] limit %s and offset %s', (limit, offset, expected) => {
  expect(parseLimits(limit, offset)).toEqual({ ok: true, value: expected });
});

test.each([
  [ALL, '0-24', { offset: 0, limit: 25 }],
  [ALL, '5-', { offset: 5, limit: null }],
  [ALL, 'items=0-24', ALL],
  [ALL, undefined, ALL],
  [{ offset: 10, limit: 10 }, '15-30', { offset: 15, limit: 5 }],
  [{ offset: 0, limit: 10 }, '20-30', { offset: 20, limit: 0 }],
  [ALL, '0-99999999999999999999999', ALL],
])('[wire] %j narrowed by %s', (range, header, expected) => {
  expect(narrowByHeader(range, header)).toEqual({ ok: true, value: expected });
});

test('[wire] an impossible range is refused', () => {
  expect(parseLimits('-1', null)).toEqual({ ok: false, failure: { type: 'wrong-range', why: 'negative-limit' } });
  expect(narrowByHeader(ALL, '5-4')).toEqual({ ok: false, failure: { type: 'wrong-range', why: 'lower-above-upper' } });
});

test('[wire] the server’s limit applies to every range', () => {
  expect(capRange(ALL, 10)).toEqual({ offset: 0, limit: 10 });
  expect(capRange({ offset: 3, limit: 5 }, 10)).toEqual({ offset: 3, limit: 5 });
  expect(capRange({ offset: 3, limit: 50 }, 10)).toEqual({ offset: 3, limit: 10 });
});

test.each([
  [0, 25, 100, '0-24/100'],
  [5, 1, null, '5-5/*'],
  [0, 0, null, '*/*'],
  [0, 0, 0, '*/0'],
  [7, 0, 9, '*/9'],
])('[wire] from %i, %i rows of %s', (...[first, rows, total, expected]) => {
  expect(writeContentRange(first, rows, total)).toBe(expected);
});
