/** The order of devices. */
import { expect, test } from 'vitest';
import type { DeviceSession } from '#client/ports/account-desk.ts';
import { sortSessions } from './sort-sessions.ts';

const session = (id: string, lastUsedAt: string, isThis = false): DeviceSession => ({
  id,
  userAgent: '',
  ip: '',
  createdAt: lastUsedAt,
  lastUsedAt,
  isThis,
});

test('[A3] this device stands first, then those used last; a time that cannot be read comes last', () => {
  const sorted = sortSessions([
    session('old', '2026-11-01T00:00:00Z'),
    session('unreadable', 'someday'),
    session('late', '2026-11-20T00:00:00Z'),
    session('this', '2026-11-10T00:00:00Z', true),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['this', 'late', 'old', 'unreadable']);
});
