/** How the app was opened: normally, by a shortcut, or with shared text. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AUTH_CALLBACK, createLaunch, readLaunch } from './launch.ts';

test.each([
  ['', null],
  ['?do=add', 'add'],
  ['?do=shop', 'shop'],
  ['?do=share', 'share'],
  ['?do=delete', null],
  ['?do=', null],
])('the address with %j asks for %j', (search, action) => {
  expect(readLaunch(search)).toEqual({ action, text: '' });
});

test.each([
  ['?text=Oat%20milk', 'Oat milk'],
  ['?title=Oat+milk', 'Oat milk'],
  ['?title=Recipe&text=Oat+milk', 'Recipe Oat milk'],
  ['?title=&text=Caf%C3%A9', 'Café'],
])('a shared text, %j, waits in the add field', (search, text) => {
  expect(readLaunch(search)).toEqual({ action: 'add', text });
});

test('a share without text only opens the app', () => {
  expect(readLaunch('?title=&text=')).toEqual({ action: null, text: '' });
});

test('[D5] returns once how the app was opened', () => {
  const consumeLaunch = createLaunch('?do=shop');
  expect(consumeLaunch().action).toBe('shop');
  expect(consumeLaunch()).toEqual({ action: null, text: '' });
});

test('[W5] the page shows no greeting for URLs that the app treats as an auth callback', async () => {
  const page = await readFile(new URL('index.html', import.meta.url), 'utf8');
  expect(page).toContain(`${AUTH_CALLBACK}.test(location)`);
});
