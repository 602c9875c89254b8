/** Importing a list from a file or from an older version. */
import { describe, expect, test } from 'vitest';
import { listName, type List } from '#core/list/list.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { reverseDiff } from '#core/diff/diff.ts';
import { adoptStores } from './adopt-stores.ts';
import { applyChange } from './apply-change.ts';
import type { ListCopy } from './change.ts';

const copy: ListCopy = {
  listName: 'Copied',
  items: [
    { id: 'eggs', name: 'Copied eggs', category: 'dairy', checked: true },
    { id: 'kefir', name: 'Kefir', category: 'dairy', checked: false },
    { id: 'bread', name: 'Bread', category: 'bakery', checked: false },
  ],
  categories: [
    { id: 'dairy', name: 'Copied dairy', color: '', inList: true },
    { id: 'bakery', name: 'Bakery', color: '', inList: true },
    { id: 'wine', name: 'Wine', color: '', inList: false },
  ],
  savedLists: [
    { id: 'week', name: 'Copied week', items: [], createdAt: '2026-01-01T00:00:00.000Z' },
    { id: 'party', name: 'Party', items: [], createdAt: '2026-01-02T00:00:00.000Z' },
  ],
};

const start = (savedLists = [savedListRow('week', { name: 'Week' })]) =>
  memoryOf({
    items: [itemRow('milk'), itemRow('eggs'), itemRow('kefir', { deleted: true })],
    categories: [categoryRow('dairy'), categoryRow('deli')],
    savedLists,
  });

const importOf = (mode: 'replace' | 'merge') => ({ type: 'import-copy', copy, mode }) as const;
const names = (list: List) => ({
  items: readLive(list).items.map(({ name }) => name),
  categories: readLive(list).categories.map(({ name, inList }) => (inList ? name : `(${name})`)),
  savedLists: readLive(list).savedLists.map(({ name }) => name),
  listName: listName(list),
});

describe('importing a list', () => {
  test("[D2] 'replace' makes it the working list, with its items, name and categories; categories that are not in its list stay hidden", () => {
    const memory = start();
    change(memory, importOf('replace'));
    expect(names(memory.list)).toEqual({
      items: ['Bread', 'Copied eggs', 'Kefir'],
      categories: ['Bakery', 'Copied dairy', '(deli)', '(Wine)'],
      savedLists: ['Party', 'Week'],
      listName: 'Copied',
    });
  });

  test("[D1] 'merge' adds its rows; existing rows and the list's name are unchanged", () => {
    const memory = start();
    change(memory, importOf('merge'));
    expect(names(memory.list)).toEqual({
      items: ['Bread', 'eggs', 'Kefir', 'milk'],
      categories: ['Bakery', 'dairy', 'deli', '(Wine)'],
      savedLists: ['Party', 'Week'],
      listName: 'My List',
    });
  });

  test("[S5] 'replace' notifies the other members if they share the list", () => {
    const memory = start();
    change(memory, { ...importOf('replace'), loadId: 'load' });
    expect(memory.list.listRow.get('profile')?.loaded).toEqual({ id: 'load', name: 'Copied' });
  });

  test('[D1] importing it a second time changes nothing', () => {
    const memory = start();
    change(memory, importOf('merge'));
    const before = readLive(memory.list);
    change(memory, importOf('merge'));
    expect(readLive(memory.list)).toEqual(before);
  });

  test('[spec-9] more saved lists than there is room for are refused with the number that fits', () => {
    const nine = Array.from({ length: 9 }, (_, at) => savedListRow(`s${at}`));
    expect(applyChange(start(nine).list, importOf('merge'))).toEqual({
      ok: false,
      failure: { type: 'too-many-saved-lists', room: 1 },
    });
    const ten = [...nine, savedListRow('party')];
    expect(applyChange(start(ten).list, importOf('merge'))).toMatchObject({ failure: { room: 0 } });
    const tenWithBoth = [...nine.slice(1), savedListRow('party'), savedListRow('week')];
    expect(applyChange(start(tenWithBoth).list, importOf('merge')).ok).toBe(true);
    expect(applyChange(start(nine.slice(1)).list, importOf('replace')).ok).toBe(true);
  });

  test('[spec-9] an account with more saved lists than the limit, after two devices saved while apart, can import a copy without any', () => {
    const eleven = Array.from({ length: 11 }, (_, at) => savedListRow(`s${at}`));
    const withoutLists = { ...importOf('merge'), copy: { ...copy, savedLists: [] } };
    expect(applyChange(start(eleven).list, withoutLists).ok).toBe(true);
    expect(applyChange(start(eleven).list, importOf('merge'))).toMatchObject({ failure: { room: 0 } });
  });

  /** A list with the stores Market and Bakery, and a copy of another list with a Market and a Kiosk. */
  const withStores = () =>
    memoryOf({
      listRow: [{ id: 'profile', listName: 'Ours', deleted: false, 'store:a': 'Market', 'store:b': 'Bakery' }],
      categories: [categoryRow('dairy'), categoryRow('deli', { 'rank:store_a': 1 })],
    });
  const theirs: ListCopy = {
    listName: 'Theirs',
    stores: { 'store:x': 'market', 'store:k': 'Kiosk' },
    items: [
      { id: 'tea', name: 'Tea', category: 'dairy', checked: false, store: 'x' },
      { id: 'gum', name: 'Gum', category: 'dairy', checked: false, store: 'k' },
    ],
    categories: [
      { id: 'dairy', name: 'Dairy', color: '', inList: true, 'rank:store_k': 2, 'rank:store_x': 5 },
      { id: 'toys', name: 'Toys', color: '', inList: true, 'rank:store_k': 1, 'rank:store_x': 0 },
    ],
    savedLists: [],
  };

  test('[O2] [O3] stores are matched by name, the others are added with their orders, and it is one step', () => {
    const memory = withStores();
    const before = readLive(memory.list);
    const diff = change(memory, { type: 'import-copy', copy: theirs, mode: 'merge' });
    expect(readLive(memory.list).stores).toMatchObject([{ id: 'a' }, { id: 'b' }, { id: 'k', name: 'Kiosk' }]);
    expect(['tea', 'gum'].map((id) => memory.list.items.get(id)?.store)).toEqual(['a', 'k']);
    expect(memory.list.categories.get('toys')).toMatchObject({ 'rank:store_k': 1 });
    expect(memory.list.categories.get('toys')).not.toHaveProperty('rank:store_a');
    expect(memory.list.categories.get('dairy')).toMatchObject({ 'rank:store_k': 2 });
    memory.apply(reverseDiff(memory.list, diff));
    expect(readLive(memory.list)).toEqual(before);
  });

  test('[O2] a store for which there is no room is left out, and so are the ties to it', () => {
    const stores = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`store:s${at}`, `Store ${at}`]));
    const memory = memoryOf({ listRow: [{ id: 'profile', listName: 'Ours', deleted: false, ...stores }] });
    expect(adoptStores(memory.list, theirs, { adds: true }).leftOut).toBe(2);
    change(memory, { type: 'import-copy', copy: theirs, mode: 'replace' });
    expect(adoptStores(withStores().list, theirs, { adds: true }).leftOut).toBe(0);
    expect(readLive(memory.list).stores).toHaveLength(20);
    expect(memory.list.items.get('gum')).not.toHaveProperty('store');
    expect(memory.list.categories.get('toys')).not.toHaveProperty('rank:store_k');
  });

  test('[O3] items of another list’s saved list are tied to stores with the same names, and no store is added', () => {
    const memory = withStores();
    change(memory, { type: 'load-copy', copy: theirs });
    expect(readLive(memory.list).stores).toHaveLength(2);
    expect(['tea', 'gum'].map((id) => memory.list.items.get(id)?.store)).toEqual(['a', undefined]);
  });
});
