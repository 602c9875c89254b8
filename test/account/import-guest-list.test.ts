/** The demo's list is imported into a new account exactly once, even after interruptions. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CATALOGUE_ITEMS, defaultCategoryId } from '#core/catalogue/catalogue.ts';
import { toListId } from '#core/catalogue/list-ids.ts';
import { listName, liveRows } from '#core/list/list.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { moveImportTarget, writeImportTarget } from '#device/local-storage/pending-requests.ts';
import { readGuestListImport } from '#device/lists/guest-list.ts';
import { ANN, BOB, session } from '#test/backend/fake-server.ts';
import { applyTo, check } from '#test/doubles/sample-list.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { addTea, guestList, names, openSyncedList, useDemo } from './demo-device.ts';
import { rest } from './open-synced-list.ts';

const EMAIL = 'ann@example.org';
/** A default category of new accounts. */
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

describe('the offer to import', () => {
  test('[A3] is not made on a device without a demo, and leaves no database behind', async () => {
    expect(await guestList.preview()).toBeNull();
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('[A3] is not made if the demo was not changed', async () => {
    await useDemo();
    expect(await guestList.preview()).toBeNull();
    await useDemo((store) => {
      applyTo(store, check('1'));
      applyTo(store, check('1', false));
    });
    expect(await guestList.preview()).toBeNull();
  });

  test('[A3] [O2] is made if the demo only got a store', async () => {
    await useDemo((store) => applyTo(store, { type: 'add-store', id: 'a', name: 'Market' }));
    expect(await guestList.preview()).toEqual({ items: CATALOGUE_ITEMS.length });
    await useDemo((store) => applyTo(store, { type: 'remove-store', id: 'a' }));
    expect(await guestList.preview()).toBeNull();
  });

  test('[A3] counts all items, including those of the latest changes', async () => {
    await useDemo(addTea);
    expect(await guestList.preview()).toEqual({ items: CATALOGUE_ITEMS.length + 1 });
  });
});

describe('a new account', () => {
  test('[A3] [L3] starts with the demo’s list under its own ids; the demo keeps its ids', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const { store, pushed } = await openSyncedList(ANN, { categories: [categoryRow(GIVEN)] });
    expect(names(store)).toHaveLength(CATALOGUE_ITEMS.length + 1);
    expect(store.list.items.get(toListId('tea', ANN.id))).toMatchObject({ category: toListId('8', ANN.id) });
    expect(store.list.items.get(toListId('1', ANN.id))?.checked).toBe(true);
    // The default categories still exist, but only the demo's categories are shown.
    expect(store.list.categories.get(GIVEN)).toMatchObject({ deleted: false, inList: false });
    expect(listName(store.list)).toBe('My List');
    expect(pushed.length).toBeGreaterThan(0);
    expect(values.has('checklist.import-guest-list')).toBe(false);
    expect(await guestList.preview()).toEqual({ items: CATALOGUE_ITEMS.length + 1 });
  });

  test('[U1] keeps the imported list after Undo, because the import is not a step of this list', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const { store } = await openSyncedList();
    expect([store.canUndo(), names(store).length > 0]).toEqual([false, true]);
  });

  test('[A3] that must be confirmed gets it at its first sign-in, and no other account gets it before', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(BOB);
    expect(names((await openSyncedList(BOB)).store)).toEqual([]);
    signIn(ANN);
    expect(names((await openSyncedList()).store)).toContain('Rooibos');
  });

  test('[A3] gets it once, even after a crash before the import or during it', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const promised = new Map(values);
    const fake = createFakeBackend();
    const first = await openSyncedList(ANN, {}, fake);
    applyTo(first.store, check(toListId('2', ANN.id)));
    await rest();
    // The page was closed before the import request was removed.
    for (const [key, value] of promised) values.set(key, value);
    const { store } = await openSyncedList(ANN, {}, fake);
    expect(names(store)).toHaveLength(CATALOGUE_ITEMS.length + 1);
    expect(store.list.items.get(toListId('2', ANN.id))?.checked).toBe(true);
    expect(values.has('checklist.import-guest-list')).toBe(false);
  });

  test('[A3] that already has items keeps them, and gets the demo’s items in addition', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const here = { items: [itemRow('milk', { name: 'My milk' })], categories: [categoryRow('dairy')] };
    const { store } = await openSyncedList(ANN, here);
    expect(names(store)).toEqual(expect.arrayContaining(['My milk', 'Rooibos']));
    expect(store.list.categories.get('dairy')?.inList).toBe(true);
  });

  test.each([
    ['a category', { categories: [categoryRow(GIVEN), categoryRow('mine')] }],
    ['a saved list', { savedLists: [savedListRow('party')] }],
  ])('[A3] [U1] with %s is not empty, so the import is a step, and Undo removes it', async (_, here) => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const { store } = await openSyncedList(ANN, here);
    expect(names(store)).toContain('Rooibos');
    store.undo();
    expect(names(store)).toEqual([]);
    expect(liveRows(store.list.categories).length + liveRows(store.list.savedLists).length).toBeGreaterThan(0);
  });

  test('[A3] created through a provider gets the list that was requested before the redirect', async () => {
    await useDemo(addTea);
    writeImportTarget('flow-1');
    moveImportTarget('flow-2', BOB.id);
    signIn(BOB);
    expect(names((await openSyncedList(BOB)).store)).toEqual([]);
    moveImportTarget('flow-1', ANN.id);
    signIn(ANN);
    expect(names((await openSyncedList()).store)).toContain('Rooibos');
    expect(values.has('checklist.import-guest-list')).toBe(false);
  });

  test('[A3] keeps the request while the demo cannot be read', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    expect(await readGuestListImport(createFakeClock(), ANN.id, EMAIL)).toBeNull();
    open.mockRestore();
    expect(guestList.isImportRequested(EMAIL)).toBe(true);
    expect(names((await openSyncedList()).store)).toContain('Rooibos');
  });

  test('[S1] with room for few saved lists imports the newest', async () => {
    await useDemo((store) => {
      addTea(store);
      applyTo(store, { type: 'save-list-as', id: 'old', name: 'Old', createdAt: '2026-01-01T00:00:00.000Z' });
      applyTo(store, { type: 'save-list-as', id: 'new', name: 'New', createdAt: '2026-02-01T00:00:00.000Z' });
    });
    guestList.requestImport(EMAIL);
    signIn(ANN);
    const savedLists = Array.from({ length: 9 }, (_, at) => savedListRow(`s${at}`));
    const { store } = await openSyncedList(ANN, { savedLists });
    expect(liveRows(store.list.savedLists).map(({ name }) => name)).toContain('New');
    expect(liveRows(store.list.savedLists)).toHaveLength(10);
  });

  test('[A3] gets nothing if the request was canceled, or if the demo no longer exists', async () => {
    await useDemo(addTea);
    guestList.requestImport(EMAIL);
    guestList.cancelImport();
    signIn(ANN);
    expect(names((await openSyncedList()).store)).toEqual([]);
    stubIndexedDb();
    guestList.requestImport(EMAIL);
    expect(names((await openSyncedList()).store)).toEqual([]);
    expect(values.has('checklist.import-guest-list')).toBe(false);
  });
});
