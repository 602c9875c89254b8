/** The screen for the next start. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { firstScreenStorage } from './first-screen.ts';
import { createUserStorage } from './local-storage/local-storage.ts';

const ANN = { id: 'ann', username: 'ann', password: '' } as const;
const STORED = { firstScreen: { markup: '<p>Milk</p>', script: '/assets/index-1.js' } };
const REMOVED = { firstScreen: null };

/** What the page sent to the service worker. */
let sent: unknown[];

beforeEach(() => {
  sent = [];
  stubLocalStorage({});
  createUserStorage().write(ANN);
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-1.js' }) });
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: { postMessage: (message: unknown) => void sent.push(message) } },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the service worker stores the screen with its build until it is removed', () => {
  firstScreenStorage.write('ann', '<p>Milk</p>');
  firstScreenStorage.remove();
  expect(sent).toEqual([STORED, REMOVED]);
});

test('[Y9] a sign-out removes the screen, and a tab that still shows the list does not store it again', () => {
  firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write(null);
  firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write({ ...ANN, id: 'ben' });
  firstScreenStorage.write('ann', '<p>Milk</p>');
  expect(sent).toEqual([STORED, REMOVED]);
});

test('[Y9] a page that no worker controls, after a forced reload, removes the screen as well', async () => {
  const active = { postMessage: (message: unknown) => void sent.push(message) };
  const worker = { controller: null, getRegistration: async () => ({ active }) };
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), worker) });
  firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write(null);
  await vi.waitFor(() => expect(sent).toEqual([REMOVED]));
});

test('on the first visit, the screen is stored when a worker controls the page', () => {
  const takeControl = visitFirst();
  firstScreenStorage.write('ann', '<p>Tea</p>');
  firstScreenStorage.remove();
  firstScreenStorage.write('ann', '<p>Milk</p>');
  expect(sent).toEqual([]);
  takeControl();
  takeControl();
  expect(sent).toEqual([STORED]);
});

test('[Y9] a screen that waits for a worker is not stored after a sign-out', () => {
  const takeControl = visitFirst();
  firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write(null);
  takeControl();
  expect(sent).toEqual([]);
});

test.each([
  {},
  { serviceWorker: Object.assign(new EventTarget(), { controller: null, getRegistration: async () => undefined }) },
])('without a service worker, nothing is stored: %j', (browser) => {
  vi.stubGlobal('navigator', browser);
  firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write(null);
  expect([createUserStorage().read(), sent]).toEqual([null, []]);
});

/** A page that no worker controls yet. @returns lets a worker take control */
function visitFirst(): () => void {
  const events = new EventTarget();
  const serviceWorker = Object.assign(events, { controller: null, getRegistration: () => Promise.resolve(undefined) });
  vi.stubGlobal('navigator', { serviceWorker });
  return () => {
    const controller = { postMessage: (message: unknown) => void sent.push(message) };
    Object.assign(serviceWorker, { controller });
    events.dispatchEvent(new Event('controllerchange'));
  };
}
