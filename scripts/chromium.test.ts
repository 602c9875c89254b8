/** Where Chromium is looked for, and in which order. */
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from './chromium.ts';

function among(...present: readonly string[]): (path: string) => boolean {
  return (path) => present.includes(path);
}

test('the variable CHROMIUM comes first, and is never silently replaced', () => {
  expect(findChromium({ CHROMIUM: '/my/chrome' }, among('/my/chrome', '/usr/bin/chromium'))).toBe('/my/chrome');
  expect(findChromium({ CHROMIUM: '/gone' }, among('/usr/bin/chromium'))).toBeUndefined();
  expect(findChromium({ CHROMIUM: '' }, among('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
});

test('then the folders of PATH are searched, then the usual places', () => {
  const env = { PATH: ['/one', '', '/two'].join(delimiter) };
  expect(findChromium(env, among('/two/google-chrome', '/usr/bin/chromium'))).toBe('/two/google-chrome');
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(findChromium(env, among(mac))).toBe(mac);
  expect(findChromium({}, among())).toBeUndefined();
});
