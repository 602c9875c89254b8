/** From demo to account: the demo's list goes along into the new account, once, whatever happens in between. */
import { beforeEach, describe, expect, test } from 'vitest';
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { toAccountId } from '#core/catalogue/account-ids.ts';
import type { ListCopy } from '#core/change/change.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { listName, liveRows } from '#core/list/list.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { createStorage } from '#device/database/storage.ts';
import { ANN, BOB, session } from '#test/backend/fake-server.ts';
import { act, check } from '#test/doubles/acts.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { addTea, names, openAccount, takeAlong, useDemo } from './demo-device.ts';
import { rest } from './open-account.ts';

const EMAIL = 'ann@example.org';

let values: Map<string, string>;

beforeEach(() => {
  stubIndexedDb();
  stubPage();
  values = stubLocalStorage({});
});

/** Somebody is signed in, with a session in local storage. */
const signIn = (user: { readonly id: string; readonly username: string }): void =>
  void values.set('checklist.session', JSON.stringify(session(user)));

describe('the offer', () => {
  test('[A3] is none where the demo never was on this device, and leaves no database behind', async () => {
    expect(await takeAlong.offer()).toBeNull();
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('[A3] is none for a demo that nobody changed', async () => {
    await useDemo();
    expect(await takeAlong.offer()).toBeNull();
    await useDemo((store) => {
      act(store, check('1'));
      act(store, check('1', false));
    });
    expect(await takeAlong.offer()).toBeNull();
  });

  test('[A3] says how many items there are, those of the newest acts, too', async () => {
    await useDemo(addTea);
    expect(await takeAlong.offer()).toEqual({ items: CATALOGUE_ITEMS.length + 1 });
  });
});

describe('a new account', () => {
  test('[A3] [L3] begins as the demo’s list, with ids of its own; the demo keeps its own', async () => {
    await useDemo(addTea);
    takeAlong.promise(EMAIL);
    signIn(ANN);
    const { store, pushed } = await openAccount(ANN, { categories: [categoryRow('default-1')] });
    expect(names(store)).toHaveLength(CATALOGUE_ITEMS.length + 1);
    expect(store.list.items.get(toAccountId('tea', ANN.id))).toMatchObject({ category: toAccountId('8', ANN.id) });
    expect(store.list.items.get(toAccountId('1', ANN.id))?.checked).toBe(true);
    // The six categories of every new account stay known, but it is the demo's list that is shown.
    expect(store.list.categories.get('default-1')).toMatchObject({ deleted: false, inList: false });
    expect(listName(store.list)).toBe('My List');
    expect(pushed.length).toBeGreaterThan(0);
    expect(values.has('checklist.take-along')).toBe(false);
    expect(await takeAlong.offer()).toEqual({ items: CATALOGUE_ITEMS.length + 1 });
  });

  test('[U1] does not lose it by Undo: it is no act of this list', async () => {
    await useDemo(addTea);
    takeAlong.promise(EMAIL);
    signIn(ANN);
    const { store } = await openAccount();
    expect([store.canUndo(), names(store).length > 0]).toEqual([false, true]);
  });

  test('[A3] that has to be confirmed first gets it at its first sign-in, and nobody else before', async () => {
    await useDemo(addTea);
    takeAlong.promise(EMAIL);
    signIn(BOB);
    expect(names((await openAccount(BOB)).store)).toEqual([]);
    signIn(ANN);
    expect(names((await openAccount()).store)).toContain('Rooibos');
  });

  test('[A3] gets it after a crash between the sign-up and the join, and after one between the join and its end', async () => {
    await useDemo(addTea);
    takeAlong.promise(EMAIL);
    signIn(ANN);
    const promised = new Map(values);
    const fake = createFakeBackend();
    const first = await openAccount(ANN, {}, fake);
    act(first.store, check(toAccountId('2', ANN.id)));
    await rest();
    // The page went before the promise was taken back.
    for (const [key, value] of promised) values.set(key, value);
    const { store } = await openAccount(ANN, {}, fake);
    expect(names(store)).toHaveLength(CATALOGUE_ITEMS.length + 1);
    expect(store.list.items.get(toAccountId('2', ANN.id))?.checked).toBe(true);
    expect(values.has('checklist.take-along')).toBe(false);
  });

  test('[A3] that has items already keeps them: the demo’s list joins', async () => {
    await useDemo(addTea);
    takeAlong.promise(EMAIL);
    signIn(ANN);
    const here = { items: [itemRow('milk', { name: 'My milk' })], categories: [categoryRow('dairy')] };
    const { store } = await openAccount(ANN, here);
    expect(names(store)).toEqual(expect.arrayContaining(['My milk', 'Rooibos']));
    expect(store.list.categories.get('dairy')?.inList).toBe(true);
  });

  test('[S1] that has room for few saved lists takes the newest along', async () => {
    await useDemo((store) => {
      addTea(store);
      act(store, { type: 'save-list-as', id: 'old', name: 'Old', createdAt: '2026-01-01T00:00:00.000Z' });
      act(store, { type: 'save-list-as', id: 'new', name: 'New', createdAt: '2026-02-01T00:00:00.000Z' });
    });
    takeAlong.promise(EMAIL);
    signIn(ANN);
    const savedLists = Array.from({ length: 9 }, (_, at) => savedListRow(`s${at}`));
    const { store } = await openAccount(ANN, { savedLists });
    expect(liveRows(store.list.savedLists).map(({ name }) => name)).toContain('New');
    expect(liveRows(store.list.savedLists)).toHaveLength(10);
  });

  test('[A3] gets nothing once the promise was taken back, nor where the demo is gone', async () => {
    await useDemo(addTea);
    takeAlong.promise(EMAIL);
    takeAlong.cancel();
    signIn(ANN);
    expect(names((await openAccount()).store)).toEqual([]);
    stubIndexedDb();
    takeAlong.promise(EMAIL);
    expect(names((await openAccount()).store)).toEqual([]);
    expect(values.has('checklist.take-along')).toBe(false);
  });
});

describe('the list of an account that is deleted', () => {
  const copy: ListCopy = {
    items: [{ id: `x-${ANN.id}`, name: 'Kept', category: `c-${ANN.id}`, checked: true }],
    categories: [{ id: `c-${ANN.id}`, name: 'Kept too', color: '', inList: true }],
    savedLists: [],
    listName: 'Mine',
  };

  test('[A3] stays on this device as the demo’s, where there was none', async () => {
    expect(await takeAlong.keepInDemo(copy)).toBe(true);
    const storage = createStorage(DEMO_USER.id);
    const store = await openStore({ storage, clock: createFakeClock() });
    expect([names(store), listName(store.list)]).toEqual([['Kept'], 'Mine']);
  });

  test('[A3] takes the place of a demo that is there, which Undo brings back', async () => {
    await useDemo(addTea);
    expect(await takeAlong.keepInDemo(copy)).toBe(true);
    await useDemo((store) => {
      expect(names(store)).toEqual(['Kept']);
      store.undo();
      expect(names(store)).toEqual(expect.arrayContaining(['Rooibos']));
      expect(names(store)).not.toContain('Kept');
    });
  });

  test('[D2] is not kept where the disk refuses, and that is told', async () => {
    stubPage();
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
    expect(await takeAlong.keepInDemo(copy)).toBe(false);
    expect(await takeAlong.offer()).toBeNull();
  });
});
