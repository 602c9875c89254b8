import { describe, expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import {
  CATALOGUE_CATEGORIES,
  CATALOGUE_ITEMS,
  catalogueToListId,
  DEFAULT_CATEGORIES,
  SAME_CATEGORIES,
  toListCatalogue,
  toListCopy,
  toListId,
  CATALOGUE,
} from './catalogue.ts';
import fc from 'fast-check';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { createMemory } from '#core/memory/memory.ts';
import { EMPTY_CONTENTS, toContents, type Contents } from '#core/list/contents.ts';
import { arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf, readLive } from '#core/testing/contents.ts';

const itemsOf = (categoryName: string): readonly string[] => {
  const id = CATALOGUE_CATEGORIES.find(({ name }) => name === categoryName)?.id;
  return CATALOGUE_ITEMS.filter(({ category }) => category === id).map(({ name }) => name);
};

describe('the seed catalogue', () => {
  test('[L1] has the 23 categories in the order and with the names of the spec, ids "1" to "23"', () => {
    expect(CATALOGUE_CATEGORIES.map(({ name }) => name)).toEqual([
      'Fruits & Vegetables',
      'Dairy & Eggs',
      'Meat',
      'Seafood',
      'Bakery',
      'Pantry',
      'Frozen Foods',
      'Beverages',
      'Household',
      'Personal Care',
      'Snacks',
      'Canned Goods',
      'Condiments & Sauces',
      'Pasta & Rice',
      'Breakfast',
      'Deli',
      'International Foods',
      'Baking Supplies',
      'Pet Supplies',
      'Ice Cream',
      'Misc e.g. (Flowers, Gift Cards, Tape)',
      'Salads',
      'Pharmacy',
    ]);
    expect(CATALOGUE_CATEGORIES.map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_, at) => String(at + 1)));
    expect(CATALOGUE_CATEGORIES.every(({ color, inList }) => color === '' && inList)).toBe(true);
  });

  test('[L1] has 130 unchecked items, ids "1" to "130"', () => {
    expect(CATALOGUE_ITEMS.map(({ id }) => id)).toEqual(Array.from({ length: 130 }, (_, at) => String(at + 1)));
    expect(CATALOGUE_ITEMS.every(({ checked }) => !checked)).toBe(true);
  });

  test('[L1] names every example of the spec', () => {
    const names = new Set(CATALOGUE_ITEMS.map(({ name }) => name));
    const examples =
      'Apples,Bananas,Milk,Eggs,Chicken,Salmon,Bread,Rice,Coffee,Paper Towels,Shampoo,Chips,Soup,Ketchup,Cereal,Sliced Turkey,Salsa,Baking Powder,Dog Food,Vanilla Ice Cream,Flowers,Caesar Salad,Vitamins';
    expect(examples.split(',').filter((name) => !names.has(name))).toEqual([]);
  });

  test('[L1] keeps Beans in Pantry and in Canned Goods, and Ice Cream in Frozen Foods', () => {
    expect(itemsOf('Pantry')).toContain('Beans');
    expect(itemsOf('Canned Goods')).toContain('Beans');
    expect(itemsOf('Frozen Foods')).toContain('Ice Cream');
    expect(itemsOf('Ice Cream')).toContain('Vanilla Ice Cream');
  });

  test('[L1] has at least three items in every category, and none twice', () => {
    for (const { name } of CATALOGUE_CATEGORIES) {
      const keys = itemsOf(name).map(nameKey);
      expect(keys.length).toBeGreaterThanOrEqual(3);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test('[L1] has clean, capitalized names', () => {
    for (const { name } of [...CATALOGUE_CATEGORIES, ...CATALOGUE_ITEMS]) {
      expect(cleanName(name)).toEqual({ ok: true, value: name });
      expect(name).toMatch(/^[A-Z]/u);
    }
  });
});

test('[L2] a new account starts with the six categories and colors of the spec', () => {
  expect(DEFAULT_CATEGORIES.map(({ name, color }) => `${name} ${color}`)).toEqual([
    'Produce #10b981',
    'Dairy #3b82f6',
    'Meat #ef4444',
    'Pantry #f59e0b',
    'Frozen #06b6d4',
    'Other #6b7280',
  ]);
});

test('[L8] each category of the catalogue maps to a default one, or to itself if none matches', () => {
  const nameOf = (id: string): string | undefined => {
    const place = /^default-(\d)-ann$/u.exec(catalogueToListId(id, 'ann'))?.[1];
    return place === undefined ? catalogueToListId(id, 'ann') : DEFAULT_CATEGORIES[Number(place) - 1]?.name;
  };
  const names = Object.fromEntries(CATALOGUE_CATEGORIES.map(({ id, name }) => [name, nameOf(id)]));
  expect(names).toMatchObject({
    'Fruits & Vegetables': 'Produce',
    'Dairy & Eggs': 'Dairy',
    Seafood: 'Meat',
    'Frozen Foods': 'Frozen',
    'Ice Cream': 'Frozen',
    'Canned Goods': 'Pantry',
    Beverages: '8-ann',
    Household: '9-ann',
    'Personal Care': '10-ann',
    'Pet Supplies': '19-ann',
    'Misc e.g. (Flowers, Gift Cards, Tape)': 'Other',
    Pharmacy: '23-ann',
    Deli: '16-ann',
  });
  expect(Object.values(names)).not.toContain(undefined);
});

test('[L8] the default categories and the catalogue’s for the same goods are paired by their names', () => {
  const catalogueNames = CATALOGUE_CATEGORIES.map(({ name }) => name);
  const defaultNames = DEFAULT_CATEGORIES.map(({ name }) => name);
  for (const [one, other] of SAME_CATEGORIES) {
    expect(defaultNames).toContain(one);
    expect(catalogueNames).toContain(other);
  }
  const paired = SAME_CATEGORIES.map(([one]) => one);
  expect(defaultNames.filter((name) => !paired.includes(name) && !catalogueNames.includes(name))).toEqual([]);
});

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
        const allItemsOf = ({ items, savedLists }: ListCopy) =>
          [items, ...savedLists.map((saved) => saved.items)].flat();
        expect(new Set(renamed.values()).size).toBe(renamed.size);
        for (const [at, { category }] of allItemsOf(copy).entries()) {
          const now = allItemsOf(mapped)[at]?.category;
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
