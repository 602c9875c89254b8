/** Which engines are found, and what they need. */
import { expect, test } from 'vitest';
import { chooseEngines, findEngines } from './engines.ts';

const find = (...present: readonly string[]): readonly string[] =>
  findEngines({ PATH: '/usr/bin' }, (path) => present.includes(path)).map(({ name, program }) => `${name} ${program}`);

test('journeys run in the engines that are installed', () => {
  expect(find()).toEqual([]);
  expect(find('/usr/bin/chromium', '/usr/bin/firefox')).toEqual(['firefox /usr/bin/firefox']);
  expect(find('/usr/bin/firefox-esr', '/usr/bin/firefox')).toEqual(['firefox /usr/bin/firefox-esr']);
  expect(find('/usr/bin/firefox', '/snap/bin/firefox')).toEqual([]);
});

test('WebKitGTK is used only with a screen', () => {
  expect(find('/usr/bin/WebKitWebDriver')).toEqual([]);
  expect(find('/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb')).toEqual(['webkit /usr/bin/WebKitWebDriver']);
});

test('journeys run in all engines, or in none', () => {
  expect(chooseEngines({})).toEqual(['firefox', 'webkit']);
  expect(chooseEngines({ BROWSER_TEST_ENGINES: 'off' })).toEqual([]);
  expect(() => chooseEngines({ BROWSER_TEST_ENGINES: 'on' })).toThrow('Set it to “off”');
});
