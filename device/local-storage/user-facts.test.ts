/** Facts about the accounts of this device: their habits, Shop mode, and the counts of unsent changes. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '#client/session/session.ts';
import type { Habits } from '#core/suggest/habits.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createShopModeStorage, createUnsentCounts, habitStorage } from './user-facts.ts';
import { createUserStorage, habitsKey } from './local-storage.ts';

const HOUR = 60 * 60 * 1000;
const ANN = { id: 'a', username: 'ann', password: '' } as const;
const BOB = { id: 'b', username: 'bob', password: '' } as const;
const HABITS: Habits = [
  { name: 'Milk', weight: 2.5, at: 7, amount: 2, unit: 'l' },
  { name: 'Tea', weight: 1, at: 5 },
];

let stored: Map<string, string>;

beforeEach(() => {
  stubPage();
  stored = stubLocalStorage({});
});

const openSession = () =>
  createSession({
    loadAccounts: () => Promise.reject(new Error('no network')),
    loadGuestList: () => Promise.reject(new Error('no network')),
    userStorage: createUserStorage(),
    clock: createFakeClock(),
  });

describe('habits', () => {
  beforeEach(() => {
    createUserStorage().write(ANN);
    habitStorage.write(ANN.id, HABITS);
  });

  test('[O7] habits are kept for the account, even after a restart', () => {
    expect(habitStorage.read(ANN.id)).toEqual(HABITS);
    createUserStorage().write(ANN);
    expect(habitStorage.read(ANN.id)).toEqual(HABITS);
    expect(habitStorage.read(BOB.id)).toEqual([]);
  });

  test('[O7] [Y9] they are removed from the device at sign-out, however the session ended, and a late tick does not bring them back', async () => {
    await openSession().signOut();
    expect(stored.has(habitsKey(ANN.id))).toBe(false);
    for (const end of ['logged-out', 'password-changed', 'account-deleted', 'refused'] as const) {
      createUserStorage().write(ANN);
      habitStorage.write(ANN.id, HABITS);
      openSession().end(ANN.id, end);
      expect(stored.has(habitsKey(ANN.id))).toBe(false);
      habitStorage.write(ANN.id, HABITS);
      expect(stored.has(habitsKey(ANN.id))).toBe(false);
    }
  });

  test('[O7] another user who signs in on this device finds no habits of the previous user', () => {
    createUserStorage().write(BOB);
    expect(stored.has(habitsKey(ANN.id))).toBe(false);
    habitStorage.write(ANN.id, HABITS);
    expect(habitStorage.read(ANN.id)).toEqual([]);
  });

  test.each(['', '{', '{}', '[1]', '[{"name":"Milk"}]', '[{"name":"Milk","weight":"2","at":1}]'])(
    '[O7] habits that cannot be read are learned again: %j',
    (text) => {
      stored.set(habitsKey(ANN.id), text);
      expect(habitStorage.read(ANN.id)).toEqual([]);
    },
  );
});

describe('Shop mode', () => {
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
});

describe('the count of queued changes', () => {
  test('[spec-2] [Y9] is stored for each account, and summed up over all', () => {
    stored = stubLocalStorage({ user: '{}', 'checklist.preferences': '{}' });
    const queued = createUnsentCounts();
    expect(queued.read()).toBe(0);
    queued.write('ann', 3);
    queued.write('bea', 4);
    expect(createUnsentCounts().read()).toBe(7);
    expect(stored.get('checklist.unsent-count.ann')).toBe('3');
  });

  test('[Y9] is removed when everything is sent', () => {
    const queued = createUnsentCounts();
    queued.write('ann', 3);
    queued.write('ann', 0);
    expect([queued.read(), stored.size]).toEqual([0, 0]);
  });

  test.each(['', 'many', '-3', '1.5', '1e9', 'Infinity', ' 2', '0x10', '99999999999999999999'])(
    '[spec-8] is 0 if the stored value cannot be read: %j',
    (count) => {
      stubLocalStorage({ 'checklist.unsent-count.ann': count, 'checklist.unsent-count.bea': '2' });
      expect(createUnsentCounts().read()).toBe(2);
    },
  );

  test('[D2] is 0 without local storage', () => {
    stubLocalStorage(null);
    const queued = createUnsentCounts();
    queued.write('ann', 3);
    queued.write('ann', 0);
    expect(queued.read()).toBe(0);
  });
});
