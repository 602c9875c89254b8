/** The places where Chromium is searched, in order. */
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium, findTestBrowser } from './chromium.ts';

function among(...present: readonly string[]): (path: string) => boolean {
  return (path) => present.includes(path);
}

test('CHROMIUM is used if it is set, and never silently replaced', () => {
  expect(findChromium({ CHROMIUM: '/my/chrome' }, among('/my/chrome', '/usr/bin/chromium'))).toBe('/my/chrome');
  expect(findChromium({ CHROMIUM: '/gone' }, among('/usr/bin/chromium'))).toBeUndefined();
  expect(findChromium({ CHROMIUM: '' }, among('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
});

test('otherwise the folders of PATH are searched, then the usual locations', () => {
  const env = { PATH: ['/one', '', '/two'].join(delimiter) };
  expect(findChromium(env, among('/two/google-chrome', '/usr/bin/chromium'))).toBe('/two/google-chrome');
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(findChromium(env, among(mac))).toBe(mac);
  expect(findChromium({}, among())).toBeUndefined();
});

test('browser tests prefer the headless shell, unless CHROMIUM names another program', () => {
  const shell = '/usr/bin/chromium-headless-shell';
  const both = among(shell, '/usr/bin/chromium');
  expect(findTestBrowser({ PATH: '/usr/bin' }, both)).toBe(shell);
  expect(findTestBrowser({ PATH: '/usr/bin', CHROMIUM: '/usr/bin/chromium' }, both)).toBe('/usr/bin/chromium');
  expect(findTestBrowser({ PATH: '/usr/bin', CHROMIUM: '/gone' }, both)).toBeUndefined();
  expect(findTestBrowser({ PATH: '/usr/bin' }, among('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
  expect(findChromium({ PATH: '/usr/bin' }, both)).toBe('/usr/bin/chromium');
});
