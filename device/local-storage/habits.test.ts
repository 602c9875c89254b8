/** Habits on this device: for each account, and only while it is signed in. */
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '#client/session/session.ts';
import type { Habits } from '#core/suggest/habits.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { habitStorage } from './habits.ts';
import { createUserStorage, habitsKey } from './local-storage.ts';

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
  createUserStorage().write(ANN);
  habitStorage.write(ANN.id, HABITS);
});

const openSession = () =>
  createSession({
    loadAccounts: () => Promise.reject(new Error('no network')),
    loadGuestList: () => Promise.reject(new Error('no network')),
    userStorage: createUserStorage(),
    clock: createFakeClock(),
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
