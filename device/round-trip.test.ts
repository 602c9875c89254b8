/** The store on the real storage, reopened after the app was closed. */
import { beforeEach, expect, test } from 'vitest';
import type { ListCopy } from '#core/change/change.ts';
import { compareById } from '#core/list/compare-text.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { toContents } from '#core/list/contents.ts';
import { openList } from '#client/lists/open-list.ts';
import { createFakeClock, type FakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb, USER, withRawDatabase } from '#test/doubles/fake-indexed-db.ts';
import { NO_TABS, ORDER } from '#test/doubles/open-store.ts';
import { createStorage } from './database/storage.ts';

const SEED: ListCopy = {
  listName: 'My List',
  items: ['milk', 'eggs', 'ham'].map((id) => itemRow(id)),
  categories: [categoryRow('dairy'), categoryRow('deli')],
  savedLists: [],
};

const open = (clock: FakeClock) =>
  openList(
    { storage: createStorage(USER), tabs: NO_TABS, clock, order: ORDER },
    { first: async () => SEED, legacy: null },
  );

const outbox = () => withRawDatabase((database) => database.count('outbox'));

beforeEach(stubIndexedDb);

/** One change of each kind, the last of them undone. */
async function shop(clock: FakeClock) {
  const list = await open(clock);
  const { store, collapse } = list;
  store.applyChange({ type: 'add-item', id: store.createId(), name: 'Quark', category: 'dairy' });
  store.applyChange({ type: 'check-item', id: 'milk', checked: true });
  store.applyChange({
    type: 'save-list-as',
    id: store.createId(),
    name: 'Week',
    createdAt: store.now(),
    mayNameList: true,
  });
  store.applyChange({ type: 'delete-categories', ids: ['deli'] });
  store.applyChange({ type: 'clear-checked' });
  store.undo();
  collapse.toggle('dairy');
  return list;
}

test('[U3] everything is restored: the list, its history and the collapsed categories', async () => {
  const clock = createFakeClock();
  const { store, close } = await shop(clock);
  const left = toContents(store.list);
  close();
  const { store: again, collapse } = await open(clock);
  expect(sortRows(toContents(again.list))).toEqual(sortRows(left));
  expect(again.view.heading()).toEqual(store.view.heading());
  expect([collapse.isCollapsed('dairy'), collapse.isCollapsed('deli')]).toEqual([true, false]);
  expect([again.canUndo(), again.canRedo()]).toEqual([true, true]);
  again.redo();
  expect(again.view.heading()).toEqual({ name: 'Week', checked: 0, total: 3 });
  for (let steps = 0; steps < 9; steps += 1) again.undo();
  expect(again.view.heading()).toEqual({ name: 'Week', checked: 0, total: 3 });
  expect(again.view.shownCategoryIds()).toEqual(['dairy', 'deli']);
});

test('[U3] everything is restored after the outbox was compacted', async () => {
  const clock = createFakeClock();
  const { store, close } = await shop(clock);
  const left = toContents(store.list);
  expect(await outbox()).toBe(6);
  expect(await store.compact()).toBe(true);
  expect(await outbox()).toBe(0);
  close();
  const { store: again } = await open(clock);
  expect(sortRows(toContents(again.list))).toEqual(sortRows(left));
  expect([again.canUndo(), again.canRedo()]).toEqual([true, true]);
});

const sortRows = (contents: object) =>
  Object.values(contents).map((rows: readonly { readonly id: string }[]) => rows.toSorted(compareById));
