/** Names of signed-in devices. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { describeMoment } from '#web/messages/describe-time.ts';
import { nameDevices, sortSessions } from './sessions-section.tsx';
import type { DeviceSession } from '#client/ports/account-api.ts';

await speakEnglish();

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('[A3] devices with the same name show when they signed in; other devices show only their name', () => {
  const [first, second] = ['2026-11-03T14:05:00Z', '2026-11-04T09:30:00Z'];
  const names = nameDevices([
    { id: 'a', userAgent: CHROME, createdAt: first },
    { id: 'b', userAgent: FIREFOX, createdAt: first },
    { id: 'c', userAgent: CHROME, createdAt: second },
  ]);
  expect(names.get('a')).toEqual({ name: `Chrome on Linux · since ${describeMoment(first)}`, isDated: true });
  expect(names.get('b')).toEqual({ name: 'Firefox on Linux', isDated: false });
  expect(names.get('c')?.name).not.toBe(names.get('a')?.name);
});

const session = (id: string, lastUsedAt: string, isThis = false): DeviceSession => ({
  id,
  userAgent: '',
  ip: '',
  createdAt: lastUsedAt,
  lastUsedAt,
  isThis,
});

test('[A3] this device comes first, then the most recently used; unreadable times come last', () => {
  const sorted = sortSessions([
    session('old', '2026-11-01T00:00:00Z'),
    session('unreadable', 'someday'),
    session('late', '2026-11-20T00:00:00Z'),
    session('this', '2026-11-10T00:00:00Z', true),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['this', 'late', 'old', 'unreadable']);
});
