/** The ids that imported rows get in a list. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { createMemory } from '#core/memory/memory.ts';
import { EMPTY_CONTENTS, toContents, type Contents } from '#core/list/contents.ts';
import { arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf, readLive } from '#core/testing/contents.ts';
import { toListCatalogue, toListCopy, toListId } from './list-ids.ts';
import { CATALOGUE, CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from './catalogue.ts';

const ANN = personalList('0b0e7f6c-9d53-4f0c-8a5d-6a3f3f0f6a11');
const BEA = personalList('5a1c2b3d-1111-4222-8333-944455556666');
const DEMO = personalList(DEMO_USER.id);

/** A full copy of a list, including tombstones, as a user could import it. */
const toCopy = ({ items, categories, savedLists }: Contents): ListCopy => ({
  listName: 'Copied',
  items,
  categories,
  savedLists,
});
const arbitraryCopy = arbitraryContents.map(toCopy);

describe('an id of a list', () => {
  test('[L3] is the id followed by the account, and an id that already ends in the account is unchanged', () => {
    expect(toListId('17', ANN.listId)).toBe(`17-${ANN.listId}`);
    expect(toListId(`17-${ANN.listId}`, ANN.listId)).toBe(`17-${ANN.listId}`);
    expect(toListId(`17-${BEA.listId}`, ANN.listId)).toBe(`17-${BEA.listId}-${ANN.listId}`);
  });

  test('[L3] is the same on every device, does not change when applied twice, and differs for different ids and accounts', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 260 });
    fc.assert(
      fc.property(id, id, (a, b) => {
        const mapped = toListId(a, ANN.listId);
        expect(toListId(a, ANN.listId)).toBe(mapped);
        expect(toListId(mapped, ANN.listId)).toBe(mapped);
        expect(toListId(a, BEA.listId)).not.toBe(mapped);
        expect(toListId(b, ANN.listId) === mapped).toBe(a === b);
      }),
    );
  });

  test('[L3] [D2] stays short enough for a list file after any number of accounts', () => {
    const long = 'x'.repeat(199);
    const other = `${'x'.repeat(198)}y`;
    expect(toListId(long, ANN.listId)).not.toBe(toListId(other, ANN.listId));
    const memory = memoryOf({ items: [itemRow(toListId(long, ANN.listId))], categories: [categoryRow('dairy')] });
    expect(fileToListCopy(listToFile(memory.list, '2026-11-21T08:00:00.000Z')).ok).toBe(true);
    let wanderer = '1';
    for (let at = 0; at < 20; at += 1) wanderer = toListId(wanderer, at % 2 === 0 ? ANN.listId : BEA.listId);
    expect(wanderer.length).toBeLessThanOrEqual(200);
  });
});

describe('the default list of an account', () => {
  test('[L3] restored on two devices independently, it is one list', () => {
    const [here, there] = [memoryOf({}), memoryOf({ items: [itemRow('milk')], categories: [categoryRow('dairy')] })];
    for (const memory of [here, there]) {
      change(memory, { type: 'restore-default-list', catalogue: toListCatalogue(CATALOGUE, ANN) });
    }
    expect(readLive(here.list).items).toEqual(readLive(there.list).items);
    expect(here.list.items.has(`1-${ANN.listId}`)).toBe(true);
    expect(readLive(here.list).items).toHaveLength(CATALOGUE_ITEMS.length);
  });

  test('[L3] keeps each item in its category, and shares no id with another account', () => {
    const own = toListCatalogue(CATALOGUE, ANN);
    const names = new Map(own.categories.map(({ id, name }) => [id, name]));
    expect(own.items.map(({ category }) => names.get(category))).toEqual(
      CATALOGUE_ITEMS.map(({ category }) => CATALOGUE_CATEGORIES.find(({ id }) => id === category)?.name),
    );
    const theirs = new Set(toListCatalogue(CATALOGUE, BEA).items.map(({ id }) => id));
    expect(own.items.filter(({ id }) => theirs.has(id))).toEqual([]);
  });

  test('[L3] [L1] keeps its plain ids in the demo', () => {
    expect(toListCatalogue(CATALOGUE, DEMO)).toEqual(CATALOGUE);
  });
});

describe('a list that is imported into an account', () => {
  test('[L3] is the same on two devices that convert it independently, and does not change when converted twice', () => {
    fc.assert(
      fc.property(arbitraryCopy, (copy) => {
        const once = toListCopy(copy, ANN, null);
        expect(toListCopy(copy, ANN, createMemory(EMPTY_CONTENTS).list)).toEqual(once);
        expect(toListCopy(once, ANN, null)).toEqual(once);
      }),
    );
  });

  test('[L3] keeps every reference: each item keeps its category, in saved lists too', () => {
    fc.assert(
      fc.property(arbitraryCopy, arbitraryContents, fc.boolean(), (copy, contents, isKnown) => {
        const mapped = toListCopy(copy, ANN, isKnown ? createMemory(contents).list : null);
        const renamed = new Map(copy.categories.map(({ id }, at) => [id, mapped.categories[at]?.id]));
        const itemsOf = ({ items, savedLists }: ListCopy) => [items, ...savedLists.map((saved) => saved.items)].flat();
        expect(new Set(renamed.values()).size).toBe(renamed.size);
        for (const [at, { category }] of itemsOf(copy).entries()) {
          const now = itemsOf(mapped)[at]?.category;
          expect(now).toBe(renamed.get(category) ?? now);
        }
      }),
    );
  });

  test('[L3] keeps ids that the list has, deleted rows included, so that importing an own file creates no duplicates', () => {
    fc.assert(
      fc.property(arbitraryContents, (contents) => {
        const { list } = createMemory(contents);
        const copy = toCopy(toContents(list));
        const ids = ({ items, categories, savedLists }: ListCopy) =>
          [items, categories, savedLists].map((rows) => rows.map(({ id }) => id));
        expect(ids(toListCopy(copy, ANN, list))).toEqual(ids(copy));
      }),
    );
  });

  test('[L3] [D1] imported a second time, it changes nothing', () => {
    fc.assert(
      fc.property(arbitraryCopy, (arbitrary) => {
        const copy = { ...arbitrary, savedLists: arbitrary.savedLists.slice(0, 5) };
        const memory = memoryOf({});
        const bring = () =>
          change(memory, { type: 'import-copy', copy: toListCopy(copy, ANN, memory.list), mode: 'merge' });
        bring();
        expect(bring()).toEqual([]);
      }),
    );
  });

  test('[L3] has no id of another account, so that the backend accepts it', () => {
    const theirs = toListCatalogue(CATALOGUE, BEA);
    const saved = { id: 'week', name: 'Week', items: theirs.items, createdAt: '2026-01-01T00:00:00.000Z' };
    const memory = memoryOf({});
    const copy = toListCopy({ ...theirs, listName: 'Theirs', savedLists: [saved] }, ANN, memory.list);
    change(memory, { type: 'import-copy', copy, mode: 'replace' });
    const rows = [memory.list.items, memory.list.categories, memory.list.savedLists].flatMap((table) => [
      ...table.keys(),
    ]);
    expect(rows.filter((id) => !id.endsWith(`-${ANN.listId}`))).toEqual([]);
    const loaded = applyChange(memory.list, { type: 'load-saved-list', id: `week-${ANN.listId}` });
    expect(loaded).toMatchObject({ ok: true, value: { diff: [{ table: 'listRow' }] } });
  });

  test('[L3] keeps its plain ids in the demo', () => {
    const copy = { ...CATALOGUE, listName: 'Mine', savedLists: [] };
    expect(toListCopy(copy, DEMO, null)).toBe(copy);
  });
});
