/** Shop mode on local storage: for which list, and for how long. */
import { beforeEach, expect, test } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubLocalStorage } from '#test/doubles/fake-page.ts';
import { createUserStorage } from './local-storage.ts';
import { createShopModeStorage } from './shop-mode.ts';

const HOUR = 60 * 60 * 1000;

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubLocalStorage({});
});

test('[L14] Shop mode is on for its list until it ends, or for three hours', () => {
  const clock = createFakeClock();
  const changes: boolean[] = [];
  const shopMode = createShopModeStorage(clock, () => changes.push(stored.size > 0));
  expect(shopMode.read('groceries')).toBeNull();
  shopMode.write('groceries', '17-ab');
  clock.advance(3 * HOUR - 1);
  expect([shopMode.read('groceries'), shopMode.read('hardware')]).toEqual(['17-ab', null]);
  clock.advance(1);
  expect(shopMode.read('groceries')).toBeNull();
  shopMode.write('groceries', '');
  expect(shopMode.read('groceries')).toBe('');
  clock.set(clock.now() - 3 * HOUR);
  expect(shopMode.read('groceries')).toBeNull();
  shopMode.clear();
  expect([stored.size, changes]).toEqual([0, [true, true, false]]);
});

test('[L14] it stays on after an update from a version that did not write the last step', () => {
  const clock = createFakeClock();
  stored.set('checklist.shop-mode', `${clock.now()} groceries`);
  expect(createShopModeStorage(clock, () => undefined).read('groceries')).toBe('');
});

test.each(['', 'x groceries', '17', '{"groceries":true}'])(
  '[spec-8] an unreadable value means that it is off: %j',
  (value) => {
    stored.set('checklist.shop-mode', value);
    expect(createShopModeStorage(createFakeClock(), () => undefined).read('groceries')).toBeNull();
  },
);

test('[L14] a sign-out forgets it', () => {
  const users = createUserStorage();
  users.write({ id: 'ann', username: 'ann', password: '' });
  createShopModeStorage(createFakeClock(), () => undefined).write('groceries', '');
  users.write(null);
  expect(stored.size).toBe(0);
});

test('[D2] without storage, Shop mode does not survive', () => {
  stubLocalStorage(null);
  const shopMode = createShopModeStorage(createFakeClock(), () => undefined);
  shopMode.write('groceries', '');
  expect(shopMode.read('groceries')).toBeNull();
});
