/** Several tabs over one disk, with their changes, answers and messages in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { compareById, compareText } from '#core/list/compare-text.ts';
import type { List } from '#core/list/list.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { arbitraryChange } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { toContents, type Contents } from '#core/list/contents.ts';
import { createFakeDisk, type FakeDisk } from '#test/doubles/fake-disk.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { openStore } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import type { Store } from './store.ts';

const TABS = 3;

type Move =
  | { readonly type: 'change'; readonly tab: number; readonly change: Change }
  | { readonly type: 'undo' | 'redo' | 'compact' | 'wake'; readonly tab: number }
  | { readonly type: 'step'; readonly choice: number }
  | { readonly type: 'refuse'; readonly isFull: boolean };

const tab = fc.nat(TABS - 1);

const anyId = fc.constantFrom('milk', 'eggs');
const anyCategory = fc.constantFrom('dairy', 'deli');
const anyName = fc.constantFrom('Milk', 'Eggs', 'Oat milk', 'Quark');

/** Changes that meet on the same few rows, and sometimes any change. */
const arbitraryStoredChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('check-item'), id: anyId, checked: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('edit-item'), id: anyId, name: anyName, category: anyCategory }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delete-categories'), ids: anyCategory.map((one) => [one]) }) },
  { weight: 3, arbitrary: arbitraryChange },
);

const FIRST: Contents = {
  items: [itemRow('milk'), itemRow('eggs')],
  categories: [categoryRow('dairy'), categoryRow('deli')],
  savedLists: [],
  listRow: [{ id: LIST_ROW_ID, listName: 'My List', deleted: false }],
};

const arbitraryMove = (mayRefuse: boolean): fc.Arbitrary<Move> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ type: fc.constant('change'), tab, change: arbitraryStoredChange }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constantFrom('undo', 'redo', 'compact', 'wake'), tab }) },
    { weight: 24, arbitrary: fc.record({ type: fc.constant('step'), choice: fc.nat(11) }) },
    { weight: mayRefuse ? 3 : 0, arbitrary: fc.record({ type: fc.constant('refuse'), isFull: fc.boolean() }) },
  );

test('[Y8] at the end all tabs show the disk, whatever happened in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryMove(false), { maxLength: 60, size: 'max' }), async (moves) => {
      const { disk, stores } = await play(moves);
      for (const store of stores) expectShown(store, disk);
    }),
    { numRuns: 300 },
  );
});

test('[D2] when the disk accepts writes again and each tab has acted, all tabs show the disk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryMove(true), { maxLength: 60, size: 'max' }), async (moves) => {
      const { disk, stores } = await play(moves);
      disk.refuse(null);
      for (const store of stores)
        store.applyChange({ type: 'add-category', id: store.createId(), name: store.createId() });
      await drain(disk);
      for (const store of stores) expectShown(store, disk);
      expect(stores.map((store) => store.storageFailure())).toEqual(stores.map(() => null));
    }),
    { numRuns: 300 },
  );
});

/** Opens the tabs, plays the moves, and runs until nothing is left to do. */
async function play(moves: readonly Move[]) {
  const disk = createFakeDisk({ isManual: true });
  const clock = createFakeClock();
  const opening = Promise.all(Array.from({ length: TABS }, () => openStore({ ...disk.openTab(), clock }, FIRST)));
  await drain(disk);
  const stores = await opening;
  for (const move of moves) {
    clock.advance(1);
    make(move, { disk, stores });
    await quiet();
  }
  await drain(disk);
  return { disk, stores };
}

type World = { readonly disk: FakeDisk; readonly stores: readonly Store[] };

function make(move: Move, { disk, stores }: World): void {
  if (move.type === 'step') disk.step(move.choice);
  else if (move.type === 'refuse') disk.refuse(move.isFull ? { type: 'storage-full' } : null);
  else if (move.type === 'wake') disk.wake(move.tab + 1);
  else actIn(stores[move.tab], move);
}

function actIn(store: Store | undefined, move: Extract<Move, { readonly tab: number }>): void {
  if (!store) return;
  if (move.type === 'change') store.applyChange(move.change);
  if (move.type === 'undo') store.undo();
  if (move.type === 'redo') store.redo();
  if (move.type === 'compact') void store.compact();
}

/** Runs until nothing is waiting. */
async function drain(disk: FakeDisk): Promise<void> {
  await quiet();
  if (disk.step(0)) await drain(disk);
}

function expectShown(store: Store, disk: FakeDisk): void {
  expect(sortRows(toContents(store.list))).toEqual(sortRows(disk.view()));
  const { history } = disk.state();
  expect(store.canUndo()).toBe(history.some((entry) => !entry.undone));
  expect(store.canRedo()).toBe(history.some((entry) => entry.undone));
  expect(readGroups(store.view)).toEqual(readGroupsOf(store.list));
}

const sortRows = (contents: Contents) =>
  Object.values(contents).map((rows: readonly { readonly id: string }[]) => rows.toSorted(compareById));

/** The visible categories with their counts, and the same counted again. */
const readGroups = (view: Store['view']) =>
  view
    .shownCategoryIds()
    .map((id) => ({ id, checked: view.shownCategory(id)?.checked, total: view.shownCategory(id)?.total }))
    .toSorted(compareById);

const readGroupsOf = (list: List) => {
  const live = [...list.items.values()].filter((item) => !item.deleted);
  const shown = [...list.categories.values()].filter((category) => category.inList && !category.deleted);
  return [...new Set([...shown.map(({ id }) => id), ...live.map(({ category }) => category)])]
    .toSorted(compareText)
    .map((id) => {
      const items = live.filter(({ category }) => category === id);
      return { id, checked: items.filter(({ checked }) => checked).length, total: items.length };
    });
};
