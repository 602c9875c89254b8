/** The screen for the next start. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { firstScreenStorage } from './first-screen.ts';
import { createUserStorage } from './local-storage/local-storage.ts';

const ANN = { id: 'ann', username: 'ann', password: '' } as const;

/** The cache storage: one text for each cache. */
let stored: Map<string, string>;

beforeEach(() => {
  stubLocalStorage({});
  createUserStorage().write(ANN);
  stored = new Map();
  vi.stubGlobal('document', { querySelector: () => ({ src: 'https://list.example/assets/index-1.js' }) });
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      put: async (key: string, response: Response) =>
        void stored.set(name + key, `${response.headers.get('script')} ${await response.text()}`),
    }),
    delete: async (name: string) => stored.delete(`${name}/first-screen`),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the screen is stored with its build until it is removed', async () => {
  await firstScreenStorage.write('ann', '<p>Milk</p>');
  expect([...stored.values()]).toEqual(['/assets/index-1.js <p>Milk</p>']);
  await firstScreenStorage.remove();
  expect(stored.size).toBe(0);
});

test('[Y9] a sign-out removes the screen, and a tab that still shows the list does not store it again', async () => {
  await firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write(null);
  await vi.waitFor(() => expect(stored.size).toBe(0));
  await firstScreenStorage.write('ann', '<p>Milk</p>');
  expect(stored.size).toBe(0);
  createUserStorage().write({ ...ANN, id: 'ben' });
  await firstScreenStorage.write('ann', '<p>Milk</p>');
  expect(stored.size).toBe(0);
});

test('[Y9] a screen that is stored during a sign-out is removed', async () => {
  const writing = firstScreenStorage.write('ann', '<p>Milk</p>');
  createUserStorage().write(null);
  await writing;
  expect(stored.size).toBe(0);
});

test('in a browser that refuses caches, storing a screen rejects and a sign-out still works', async () => {
  const refuse = () => Promise.reject(new Error('Blocked'));
  vi.stubGlobal('caches', { open: refuse, delete: refuse });
  await expect(firstScreenStorage.write('ann', '')).rejects.toThrow('Blocked');
  createUserStorage().write(null);
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  expect(createUserStorage().read()).toBeNull();
});
