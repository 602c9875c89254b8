/** From demo to account: the demo's list goes along into the new account, once, whatever happens in between. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { defaultCategoryId } from '#core/catalogue/default-categories.ts';
import { toAccountId } from '#core/catalogue/account-ids.ts';
import { listName, liveRows } from '#core/list/list.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { moveImportTarget, writeImportTarget } from '#device/guest-list/import-target.ts';
import { readGuestListImport } from '#device/guest-list/guest-list.ts';
import { ANN, BOB, session } from '#test/backend/fake-server.ts';
import { act, check } from '#test/doubles/acts.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { addTea, names, openAccount, guestList, useDemo } from './demo-device.ts';
import { rest } from './open-account.ts';

const EMAIL = 'ann@example.org';
/** A category of every new account. */
const GIVEN = defaultCategoryId(1, ANN.id);

let values: Map<string, string>;

beforeEach(() => {
  stubIndexedDb();
  stubPage();
  values = stubLocalStorage({});
});

/** A user is signed in, with a session in local storage. */
const signIn = (user: { readonly id: string; readonly username: string }): void =>
  void values.set('checklist.session', JSON.stringify(session(user)));

describe('the offer', () => {
  test('[A3] is none where the demo never was on this device, and leaves no database behind', async () => {
    expect(await guestList.preview()).toBeNull();
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('[A3] is none for a demo that nobody changed', async () => {
    await useDemo();
    expect(await guestList.preview()).toBeNull();
    await useDemo((store) => {
      act(store, check('1'));
      act(store, check('1', false));
    });
    expect(await guestList.preview()).toBeNull();
  });

  test('[A3] says how many items there are, those of the newest acts, too', async () => {
    await useDemo(addTea);
    expect(await guestList.preview()).toEqual({ items: CATALOGUE_ITEMS.length + 1 });
  });
});

describe('a new account', () => {
  test('[A3] [L3] begins as the demo’s list, with ids of its own; the demo keeps its own', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const { store, pushed } = await openAccount(ANN, { categories: [categoryRow(GIVEN)] });
    expect(names(store)).toHaveLength(CATALOGUE_ITEMS.length + 1);
    expect(store.list.items.get(toAccountId('tea', ANN.id))).toMatchObject({ category: toAccountId('8', ANN.id) });
    expect(store.list.items.get(toAccountId('1', ANN.id))?.checked).toBe(true);
    // The six categories of every new account stay known, but it is the demo's list that is shown.
    expect(store.list.categories.get(GIVEN)).toMatchObject({ deleted: false, inList: false });
    expect(listName(store.list)).toBe('My List');
    expect(pushed.length).toBeGreaterThan(0);
    expect(values.has('checklist.take-along')).toBe(false);
    expect(await guestList.preview()).toEqual({ items: CATALOGUE_ITEMS.length + 1 });
  });

  test('[U1] does not lose it by Undo: it is no act of this list', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const { store } = await openAccount();
    expect([store.canUndo(), names(store).length > 0]).toEqual([false, true]);
  });

  test('[A3] that has to be confirmed first gets it at its first sign-in, and nobody else before', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(BOB);
    expect(names((await openAccount(BOB)).store)).toEqual([]);
    signIn(ANN);
    expect(names((await openAccount()).store)).toContain('Rooibos');
  });

  test('[A3] gets it after a crash between the sign-up and the join, and after one between the join and its end', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
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
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const here = { items: [itemRow('milk', { name: 'My milk' })], categories: [categoryRow('dairy')] };
    const { store } = await openAccount(ANN, here);
    expect(names(store)).toEqual(expect.arrayContaining(['My milk', 'Rooibos']));
    expect(store.list.categories.get('dairy')?.inList).toBe(true);
  });

  test.each([
    ['a category', { categories: [categoryRow(GIVEN), categoryRow('mine')] }],
    ['a saved list', { savedLists: [savedListRow('party')] }],
  ])(
    '[A3] [U1] of which somebody made %s is no new one: what joins is a step, and Undo takes it out',
    async (_, here) => {
      await useDemo(addTea);
      guestList.requestImport(EMAIL);
      signIn(ANN);
      const { store } = await openAccount(ANN, here);
      expect(names(store)).toContain('Rooibos');
      store.undo();
      expect(names(store)).toEqual([]);
      expect(liveRows(store.list.categories).length + liveRows(store.list.savedLists).length).toBeGreaterThan(0);
    },
  );

  test('[A3] of who came from a provider gets what was promised to whoever comes back', async () => {
    await useDemo(addTea);
    writeImportTarget('flow-1');
    moveImportTarget('flow-2', BOB.id);
    signIn(BOB);
    expect(names((await openAccount(BOB)).store)).toEqual([]);
    moveImportTarget('flow-1', ANN.id);
    signIn(ANN);
    expect(names((await openAccount()).store)).toContain('Rooibos');
    expect(values.has('checklist.take-along')).toBe(false);
  });

  test('[A3] keeps its promise where the demo cannot be read just now', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    expect(await readGuestListImport(createFakeClock(), ANN.id, EMAIL)).toBeNull();
    open.mockRestore();
    expect(guestList.isImportRequested(EMAIL)).toBe(true);
    expect(names((await openAccount()).store)).toContain('Rooibos');
  });

  test('[S1] that has room for few saved lists takes the newest along', async () => {
    await useDemo((store) => {
      addTea(store);
      act(store, { type: 'save-list-as', id: 'old', name: 'Old', createdAt: '2026-01-01T00:00:00.000Z' });
      act(store, { type: 'save-list-as', id: 'new', name: 'New', createdAt: '2026-02-01T00:00:00.000Z' });
    });
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const savedLists = Array.from({ length: 9 }, (_, at) => savedListRow(`s${at}`));
    const { store } = await openAccount(ANN, { savedLists });
    expect(liveRows(store.list.savedLists).map(({ name }) => name)).toContain('New');
    expect(liveRows(store.list.savedLists)).toHaveLength(10);
  });

  test('[A3] gets nothing once the promise was taken back, nor where the demo is gone', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    guestList.cancelImport();
    signIn(ANN);
    expect(names((await openAccount()).store)).toEqual([]);
    stubIndexedDb();
    guestList.requestImport(EMAIL);
    expect(names((await openAccount()).store)).toEqual([]);
    expect(values.has('checklist.take-along')).toBe(false);
  });
});
