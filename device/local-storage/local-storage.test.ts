/** Local storage: the signed-in user and the device id. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, START } from '#test/doubles/fake-clock.ts';
import { type FakePage, stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { readLegacy } from './legacy.ts';
import {
  createUserStorage,
  readDeviceId,
  readKeys,
  readLegacyOwner,
  readValue,
  removeValue,
  writeValue,
} from './local-storage.ts';

const ANN = { id: 'a', username: 'ann', password: '' } as const;

let page: FakePage;

beforeEach(() => {
  page = stubPage();
});

describe('the signed-in user', () => {
  test('[A1] is remembered, and forgotten at sign-out', () => {
    const stored = stubLocalStorage({});
    createUserStorage().write(ANN);
    expect(createUserStorage().read()).toEqual(ANN);
    createUserStorage().write(null);
    expect([createUserStorage().read(), stored.size]).toEqual([null, 0]);
  });

  test('[spec-3] has a blank password, whatever was stored', () => {
    stubLocalStorage({ user: '{"id":"a","username":"ann","password":"secret","more":1}' });
    expect(createUserStorage().read()).toEqual(ANN);
  });

  test.each(['', '{', 'null', '[]', '"ann"', '{"id":"","username":"ann"}', '{"id":7,"username":"ann"}', '{"id":"a"}'])(
    '[spec-8] is null if the stored value cannot be read: %j',
    (user) => {
      stubLocalStorage({ user });
      expect(createUserStorage().read()).toBe(null);
    },
  );

  test('[Y8] that another tab changes is reported, and so is clearing all data', () => {
    stubLocalStorage({});
    let calls = 0;
    const stop = createUserStorage().onChange(() => {
      calls += 1;
    });
    page.tell('window', 'storage', { key: 'user' });
    page.tell('window', 'storage', { key: 'other' });
    expect(calls).toBe(1);
    page.tell('window', 'storage', { key: null });
    expect(calls).toBe(2);
    stop();
    page.tell('window', 'storage', { key: 'user' });
    expect(calls).toBe(2);
  });
});

describe('a browser that refuses local storage', () => {
  test('[D2] has no signed-in user, and nothing throws', () => {
    stubLocalStorage(null);
    createUserStorage().write(ANN);
    createUserStorage().write(null);
    removeValue('x');
    expect([createUserStorage().read(), readValue('x'), writeValue('x', '1')]).toEqual([null, null, false]);
    expect(readKeys()).toEqual([]);
  });
});

test('[spec-3] the device id is created once: a prefix, the time and a random part', () => {
  const stored = stubLocalStorage({});
  const clock = createFakeClock();
  expect(readDeviceId(clock)).toBe(`device-${START}-0000000000000001`);
  expect(readDeviceId(clock)).toBe(`device-${START}-0000000000000001`);
  expect(stored.get('deviceId')).toBe(`device-${START}-0000000000000001`);
});

test('a value is stored unchanged', () => {
  stubLocalStorage({});
  expect([writeValue('x', '1'), readValue('x')]).toEqual([true, '1']);
  removeValue('x');
  expect(readValue('x')).toBe(null);
});

describe('the data of an older version', () => {
  const OLD = { groceryItems: '[{"id":"1","name":"Milk","category":"c"}]' };

  test('[D1] belongs to the account that its user key names, even after another user signs in', () => {
    const id = '11111111-1111-4111-8111-111111111111';
    stubLocalStorage({ ...OLD, user: JSON.stringify({ ...ANN, id }) });
    expect(readLegacyOwner()).toBe(id);
    createUserStorage().write({ ...ANN, id: 'b' });
    expect(readLegacyOwner()).toBe(id);
    createUserStorage().write(null);
    expect(readLegacyOwner()).toBe(id);
  });

  test.each(['demo', 'ann'])('[D1] belongs to the demo if its user %j was only on the device', (username) => {
    stubLocalStorage({ ...OLD, user: JSON.stringify({ id: '1700000000000', username, password: '' }) });
    expect(readLegacyOwner()).toBe('demo-user');
  });

  test('[D1] belongs to the demo if an earlier build noted a user that was only on the device', () => {
    const stored = stubLocalStorage({ ...OLD, 'checklist.legacy-owner': '1700000000000' });
    expect([readLegacyOwner(), stored.get('checklist.legacy-owner')]).toEqual(['demo-user', 'demo-user']);
  });

  test('[D1] starts with the default items if its own cannot be read, but only in the demo', () => {
    const broken = { groceryItems: '[{"id":', groceryCategories: '[{"id":"c","name":"Cheese"}]' };
    stubLocalStorage(broken);
    const [demo, account] = [readLegacy(DEMO_USER.id)?.copy, readLegacy('a')?.copy];
    expect([demo?.items.length, account?.items]).toEqual([CATALOGUE.items.length, []]);
    expect(demo?.categories.filter(({ id }) => ['c', '2'].includes(id))).toMatchObject([
      { name: 'Cheese', inList: true },
      { name: 'Dairy & Eggs' },
    ]);
  });

  test('[D1] belongs to the demo if there is no such key', () => {
    stubLocalStorage(OLD);
    expect(readLegacyOwner()).toBe('demo-user');
    createUserStorage().write(ANN);
    expect(readLegacyOwner()).toBe('demo-user');
  });

  test('[D1] is quarantined if nothing of it can be read, and there is no list to import', () => {
    const stored = stubLocalStorage({ groceryItems: '[{"id":', savedLists: '😀' });
    expect(readLegacy(DEMO_USER.id)).toBe(null);
    expect(Object.fromEntries(stored)).toEqual({
      'checklist.quarantine.groceryItems': '[{"id":',
      'checklist.quarantine.savedLists': '😀',
    });
  });

  test('[D1] has no owner anymore once it is imported', () => {
    const stored = stubLocalStorage(OLD);
    readLegacyOwner();
    readLegacy(DEMO_USER.id)?.onImported(true);
    expect([readLegacyOwner(), stored.size]).toEqual([null, 0]);
  });
});
