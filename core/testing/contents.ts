/** For tests: creates rows and lists, and reads whole lists. */
import type { Change } from '#core/change/change.ts';
import { applyChange } from '#core/change/apply-change.ts';
import { type Diff, diffToPatches, patchRow } from '#core/diff/diff.ts';
import { isStartField } from '#core/list/keyed-fields.ts';
import type { Category, Item, Row, SavedList } from '#core/list/row.ts';
import { listName, liveRows, type List } from '#core/list/list.ts';
import { readStores, type ListedStore } from '#core/stores/stores.ts';
import { createMemory, type Memory } from '#core/memory/memory.ts';
import { compareById } from '#core/list/compare-text.ts';
import { EMPTY_CONTENTS, toContents, toRowMaps, type Contents } from '#core/list/contents.ts';

/** An unchecked item of category `dairy`, with other fields if given. */
export const itemRow = (id: string, fields: Partial<Row<Item>> = {}): Row<Item> => ({
  id,
  name: id,
  category: 'dairy',
  checked: false,
  deleted: false,
  ...fields,
});

/** A category in the list, with other fields if given. */
export const categoryRow = (id: string, fields: Partial<Row<Category>> = {}): Row<Category> => ({
  id,
  name: id,
  color: '',
  inList: true,
  deleted: false,
  ...fields,
});

/** An empty saved list, with other fields if given. */
export const savedListRow = (id: string, fields: Partial<Row<SavedList>> = {}): Row<SavedList> => ({
  id,
  name: id,
  items: [],
  createdAt: '2026-11-21T08:00:00.000Z',
  deleted: false,
  ...fields,
});

/** A list in memory with these rows. */
export const memoryOf = (contents: Partial<Contents>): Memory => createMemory({ ...EMPTY_CONTENTS, ...contents });

/** The list with the changes of several devices, in the order in which a server received them. */
export function merge(base: Memory, diffs: readonly Diff[]): Memory {
  const maps = toRowMaps(toContents(base.list));
  for (const patch of diffs.flatMap(diffToPatches)) patchRow(maps, patch);
  return createMemory(toContents({ ...base.list, ...maps }));
}

/** Applies a change that must not be refused; returns its diff. */
export function change(memory: Memory, wanted: Change): Diff {
  const result = applyChange(memory.list, wanted);
  if (!result.ok) throw new Error(`${wanted.type} was refused: ${result.failure.type}`);
  memory.apply(result.value.diff);
  return result.value.diff;
}

/**
 * The visible content of a list: its live rows in the order of their ids, and its name. Without where categories stood before a
 * move, which Undo keeps (product O1).
 */
export const readLive = (list: List): LiveList => ({
  items: sortById(liveRows(list.items)),
  categories: sortById(liveRows(list.categories)).map(withoutStart),
  savedLists: sortById(liveRows(list.savedLists)),
  listName: listName(list),
  stores: readStores(list).toSorted(compareById),
});

function withoutStart(row: Row<Category>): Row<Category> {
  // Ranks are optional, so the rest is still a category.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isStartField(name))) as Row<Category>;
}

export type LiveList = {
  readonly items: readonly Row<Item>[];
  readonly categories: readonly Row<Category>[];
  readonly savedLists: readonly Row<SavedList>[];
  readonly listName: string;
  readonly stores: readonly ListedStore[];
};

const sortById = <R extends { readonly id: string }>(rows: readonly R[]): readonly R[] => rows.toSorted(compareById);
