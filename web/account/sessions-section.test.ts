/** Names of signed-in devices, their order, and descriptions of browsers. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { describeMoment } from '#web/messages/describe-time.ts';
import { describeBrowser, nameDevices, sortSessions } from './sessions-section.tsx';
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

const CHROME_ENGINE = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME_ENGINE} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME_ENGINE} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME_ENGINE} Safari/537.36 OPR/124.0.0.0`, 'Opera on Windows'],
  ['Opera/9.80 (X11; Linux i686) Presto/2.12.388', 'Opera on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME_ENGINE} Safari/537.36 Vivaldi/7.6`, 'Vivaldi on Linux'],
  [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15',
    'Firefox on iPad',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME_ENGINE} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) SamsungBrowser/29.0 ${CHROME_ENGINE} Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME_ENGINE} Safari/537.36`, 'Chrome on ChromeOS'],
  ['node', 'node'],
  ['', 'Unknown browser'],
  ['   ', 'Unknown browser'],
])('[A3] %j is %j', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});

test('[A3] a long user agent is parsed quickly and truncated', () => {
  expect(describeBrowser('x'.repeat(1_000_000))).toBe('x'.repeat(40));
  expect(describeBrowser('Version/'.repeat(100_000))).toBe('Version/'.repeat(5));
});
