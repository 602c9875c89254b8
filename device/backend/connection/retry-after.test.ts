/** How the header `Retry-After` is read. */
import { expect, test } from 'vitest';
import { readRetryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const read = (headers: Record<string, string>): number | null => readRetryAfterMs(new Response(null, { headers }), NOW);

test('[Y4] a backend asks to wait a number of seconds, or until a date', () => {
  expect(read({ 'retry-after': '120' })).toBe(120_000);
  expect(read({ 'retry-after': 'Sat, 21 Nov 2026 08:00:30 GMT' })).toBe(30_000);
  expect(read({ 'retry-after': 'Sat, 21 Nov 2026 07:00:00 GMT' })).toBe(0);
});

test('[Y4] a date is compared with the clock of the backend, because the clock of the device may be wrong', () => {
  const headers = { date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:00:05 GMT' };
  expect(read(headers)).toBe(5000);
});

test('[Y4] other answers do not ask to wait', () => {
  expect([
    read({}),
    read({ 'retry-after': '-5' }),
    read({ 'retry-after': 'soon' }),
    read({ 'retry-after': '1.5' }),
  ]).toEqual([null, null, null, null]);
});
