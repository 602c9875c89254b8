/** How the settings are read. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without settings the server listens on loopback, port 3000, and keeps its data in ./data', () => {
  const settings = {
    host: '127.0.0.1',
    port: 3000,
    dataFolder: resolve('data'),
    webFolder: resolve(import.meta.dirname, '../dist'),
  };
  expect(readSettings({})).toEqual({ ok: true, value: settings });
  expect(readSettings({ PORT: '', HOST: ' ', DATA_DIR: '', WEB_DIR: '' })).toEqual({ ok: true, value: settings });
});

test.each(['0', '1', '8080', '65535', ' 80 '])('PORT "%s" is taken', (text) => {
  expect(readSettings({ PORT: text })).toMatchObject({ ok: true, value: { port: Number(text) } });
});

test.each(['abc', '-1', '65536', '3000.5', '0x50', '1e3', '99999999'])('PORT "%s" is refused', (text) => {
  expect(readSettings({ PORT: text })).toEqual({ ok: false, failure: { type: 'wrong-port', text } });
});

test.each(['0.0.0.0', '::', '::1', 'localhost', 'shop.example'])('HOST "%s" is taken', (host) => {
  expect(readSettings({ HOST: host })).toMatchObject({ ok: true, value: { host } });
});

test.each(['http://localhost', 'local host', '-x', '127.0.0.1:80'])('HOST "%s" is refused', (text) => {
  expect(readSettings({ HOST: text })).toEqual({ ok: false, failure: { type: 'wrong-host', text } });
});
