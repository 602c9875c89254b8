/** What the script in the head of the page does before the first paint, on each kind of start. */
import { afterEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';

const USER = JSON.stringify({ id: 'ada', username: 'ada' });
const CODE = { search: '?code=1', hash: '' };
const JOIN = { search: '', hash: `#join=${'s'.repeat(32)}` };
const FILES = {
  signedIn: { sheets: ['list.css'], scripts: ['list.js'], chunks: ['chunk.js'] },
  signedOut: { sheets: [], scripts: ['card.js'], chunks: [] },
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

type Page = {
  readonly stored?: Record<string, string> | null;
  readonly address?: { readonly search: string; readonly hash: string };
  readonly state?: unknown;
};

/** Runs the script in a new page: what it sets on the root element, and the elements that it adds to the head. */
async function start({ stored = {}, address = { search: '', hash: '' }, state = null }: Page) {
  const dataset: Record<string, string> = {};
  const added: object[] = [];
  stubLocalStorage(stored);
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', { state });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('NEXT_FILES', FILES);
  vi.stubGlobal('document', {
    documentElement: { dataset },
    head: { append: (element: object) => added.push(element) },
    createElement: (name: string) => ({ name }),
  });
  vi.resetModules();
  await import('./first-script.ts');
  return { dataset, added };
}

test('a visitor is greeted, and the files of the sign-in card are requested', async () => {
  const { dataset, added } = await start({});
  expect(dataset).toEqual({});
  expect(added).toEqual([{ name: 'script', src: 'card.js', fetchPriority: 'high' }]);
});

test('a signed-in user is not greeted; the files of the list are requested, its style sheets first', async () => {
  const { dataset, added } = await start({ stored: { user: USER } });
  expect(dataset).toEqual({ user: '' });
  expect(added).toEqual([
    { name: 'link', rel: 'stylesheet', href: 'list.css', crossOrigin: '' },
    { name: 'script', src: 'list.js', fetchPriority: 'high' },
    { name: 'link', rel: 'modulepreload', href: 'chunk.js', crossOrigin: '' },
  ]);
});

test.each([
  ['comes back from an email link', { address: CODE }],
  ['comes back from an email link and reloads', { state: '?code=1' }],
  ['was on another screen', { state: { signUp: true } }],
])('a visitor who %s is not greeted, and needs the same files', async (_, page) => {
  const { dataset, added } = await start(page);
  expect(dataset).toEqual({ user: '' });
  expect(added).toEqual([{ name: 'script', src: 'card.js', fetchPriority: 'high' }]);
});

test('[H4] an invitation greets a visitor, and shows a signed-in user the list', async () => {
  expect((await start({ address: JOIN })).dataset).toEqual({});
  expect((await start({ address: JOIN, stored: { user: USER } })).dataset).toEqual({ user: '' });
});

test.each([
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark' }],
  ['system', {}],
])('[D3] the theme is applied before the first paint: %s', async (theme, expected) => {
  const { dataset } = await start({ stored: { 'checklist.preferences': JSON.stringify({ theme }) } });
  expect(dataset).toEqual(expected);
});

test('without local storage, the page greets the visitor', async () => {
  expect((await start({ stored: null })).dataset).toEqual({});
});
