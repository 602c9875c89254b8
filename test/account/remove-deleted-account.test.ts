/** Data that remains on a device after its account was deleted, even after interruptions. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy } from '#core/copy/list-file.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { listName, liveRows } from '#core/list/list.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { createStorage } from '#device/database/storage.ts';
import { readDeletionRequest, writeDeletionRequest } from '#device/local-storage/pending-requests.ts';
import { removeDeletedAccount } from '#device/lists/remove-account.ts';
import { ANN } from '#test/backend/fake-server.ts';
import { applyTo, check } from '#test/doubles/sample-list.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { addTea, guestList, names, openSyncedList, useDemo } from './demo-device.ts';

const KEY = `checklist.unsent-count.${ANN.id}`;
const COPY: ListCopy = {
  items: [{ id: `x-${ANN.id}`, name: 'ListDestination', category: `c-${ANN.id}`, checked: true }],
  categories: [{ id: `c-${ANN.id}`, name: 'ListDestination too', color: '', inList: true }],
  savedLists: [],
  listName: 'Mine',
};
const HERE = { items: [itemRow('milk', { name: 'My milk' })], categories: [categoryRow('dairy')] };

let values: Map<string, string>;

beforeEach(() => {
  stubIndexedDb();
  stubPage();
  values = stubLocalStorage({ [KEY]: '3' });
});

const request = (list: 'wanted' | 'unwanted'): void =>
  writeDeletionRequest(ANN.id, { list, isGone: true, requestedAt: 0 });
const leave = (copy: ListCopy | null) => removeDeletedAccount(createFakeClock(), ANN.id, copy);
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
const isRemoved = () =>
  vi.waitFor(async () => expect([readDeletionRequest(ANN.id), values.has(KEY)]).toEqual([null, false]));

test('[A3] the list becomes the demo’s if there was none, and everything else is removed', async () => {
  await openSyncedList(ANN, HERE);
  request('wanted');
  expect(await guestList.removeDeletedAccount(ANN.id, COPY)).toBe('demo');
  await isRemoved();
  expect(await databases()).toEqual([`checklist:${DEMO_USER.id}`]);
  const store = await openStore({ storage: createStorage(DEMO_USER.id), clock: createFakeClock() });
  expect([names(store), listName(store.list)]).toEqual([['ListDestination'], 'Mine']);
});

test('[A3] the list replaces an existing demo, and Undo restores that', async () => {
  await useDemo(addTea);
  request('wanted');
  expect(await leave(COPY)).toBe('demo');
  await useDemo((store) => {
    expect(names(store)).toEqual(['ListDestination']);
    store.undo();
    expect(names(store)).toEqual(expect.arrayContaining(['Rooibos']));
    expect(names(store)).not.toContain('ListDestination');
  });
});

test('[A3] if the page was closed before the copy, the list is read from the disk with its unsent changes', async () => {
  const { store } = await openSyncedList(ANN, HERE);
  applyTo(store, check('milk'));
  request('wanted');
  expect(await leave(null)).toBe('demo');
  await isRemoved();
  const demo = await openStore({ storage: createStorage(DEMO_USER.id), clock: createFakeClock() });
  expect(liveRows(demo.list.items)).toMatchObject([{ name: 'My milk', checked: true }]);
});

test('[A3] if the page was closed after the copy, later changes of the demo are not overwritten', async () => {
  request('wanted');
  await leave(COPY);
  await isRemoved();
  await useDemo(
    (store) => void applyTo(store, { type: 'add-item', id: 'later', name: 'Later', category: `c-${ANN.id}` }),
  );
  writeDeletionRequest(ANN.id, { list: 'kept', isGone: true, requestedAt: 0 });
  expect(await leave(COPY)).toBe('demo');
  await isRemoved();
  await useDemo((store) => expect(names(store)).toContain('Later'));
});

test('[A3] an unwanted list is removed, and the demo stays unchanged', async () => {
  await openSyncedList(ANN, HERE);
  request('unwanted');
  expect(await leave(COPY)).toBe('nothing');
  await isRemoved();
  expect(await databases()).toEqual([]);
});

test('[A3] without a deletion request nothing changes, because the account may still exist', async () => {
  await openSyncedList(ANN, HERE);
  expect(await leave(COPY)).toBe('nothing');
  expect([await databases(), values.has(KEY)]).toEqual([[`checklist:${ANN.id}`], true]);
});

test('[D2] if the demo cannot store the list, the only copy and the request stay', async () => {
  await openSyncedList(ANN, HERE);
  request('wanted');
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name.includes(DEMO_USER.id)) throw new DOMException('', 'QuotaExceededError');
    return open(name, version);
  });
  expect(await leave(COPY)).toBe('refused');
  vi.restoreAllMocks();
  expect([await databases(), readDeletionRequest(ANN.id)?.list]).toEqual([[`checklist:${ANN.id}`], 'wanted']);
  expect(await leave(null)).toBe('demo');
  await isRemoved();
});

test('[A3] a database that a frozen tab keeps open is removed at the next start, without waiting', async () => {
  await openSyncedList(ANN, HERE);
  request('wanted');
  const remove = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
  expect(await leave(COPY)).toBe('demo');
  await vi.waitFor(() => expect(remove).toHaveBeenCalled());
  remove.mockRestore();
  expect(readDeletionRequest(ANN.id)?.list).toBe('kept');
  expect(await leave(null)).toBe('demo');
  await isRemoved();
});

test('[A3] the personal list is read as a file, with its unsent changes, whichever list is open', async () => {
  const { store } = await openSyncedList(ANN, HERE);
  applyTo(store, check('milk'));
  const copy = fileToListCopy((await guestList.readPersonalFile(ANN.id)) ?? '');
  expect(copy).toMatchObject({ ok: true, value: { items: [{ name: 'My milk', checked: true }] } });
  expect(await guestList.readPersonalFile('other')).toBe(null);
});

test('[A3] a personal list that was never downloaded to this device leaves nothing', async () => {
  await createStorage(ANN.id).open(null);
  request('wanted');
  expect(await guestList.readPersonalFile(ANN.id)).toBe(null);
  expect(await leave(null)).toBe('nothing');
  await isRemoved();
});
