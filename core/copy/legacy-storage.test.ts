/** Reading an older version's list from local storage. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChange } from '#core/change/apply-change.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { memoryOf } from '#core/testing/contents.ts';
import { cutName } from './field-schemas.ts';
import { readLegacyStorage, type LegacyValues } from './legacy-storage.ts';

const NOTHING: LegacyValues = {
  groceryItems: null,
  groceryCategories: null,
  allGroceryCategories: null,
  savedLists: null,
};
const readValues = (values: Partial<Record<keyof LegacyValues, unknown>>) =>
  readLegacyStorage(
    { ...NOTHING, ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])) },
    CATALOGUE,
  );

const milk = { id: '1700000000000', name: 'Milk', category: '2', checked: true };
const dairy = { id: '2', name: 'Dairy' };
const deli = { id: '3', name: 'Deli', color: '#f59e0b' };

describe('what can be read', () => {
  test('[D1] items, categories and saved lists are read, and the list gets the name of a new list', () => {
    const saved = { id: 's', name: 'Week', items: [milk], createdAt: '2024-01-01T00:00:00.000Z' };
    const values = {
      groceryItems: [milk],
      groceryCategories: [dairy],
      allGroceryCategories: [dairy, deli],
      savedLists: [saved],
    };
    expect(readValues(values)).toEqual({
      copy: {
        listName: 'My List',
        items: [milk],
        categories: [
          { id: '2', name: 'Dairy', color: '', inList: true },
          { id: '3', name: 'Deli', color: '#f59e0b', inList: false },
        ],
        savedLists: [saved],
      },
      unreadable: [],
    });
  });

  test('[D1] without groceryCategories the list shows the categories that its items use', () => {
    const { copy } = readValues({ groceryItems: [milk], allGroceryCategories: [dairy, deli] });
    expect(copy?.categories.map(({ id, inList }) => [id, inList])).toEqual([
      ['2', true],
      ['3', false],
    ]);
  });

  test('[D1] with groceryCategories the list shows only those, even if there are none', () => {
    const { copy } = readValues({ groceryCategories: [], allGroceryCategories: [dairy] });
    expect(copy?.categories).toEqual([{ ...dairy, color: '', inList: false }]);
  });

  test("[D1] a category without a stored name is called 'Other'", () => {
    expect(readValues({ groceryItems: [milk] }).copy?.categories).toEqual([
      { id: '2', name: 'Other', color: '', inList: true },
    ]);
  });

  test('[D1] numeric ids become text and a missing check mark means unchecked; neither counts as damage', () => {
    const { copy, unreadable } = readValues({
      groceryItems: [{ id: 7, name: ' Oat  milk', category: 2 }],
      groceryCategories: [{ id: 2, name: 'Dairy', color: null }],
    });
    expect(copy?.items).toEqual([{ id: '7', name: 'Oat milk', category: '2', checked: false }]);
    expect(copy?.categories).toEqual([{ id: '2', name: 'Dairy', color: '', inList: true }]);
    expect(unreadable).toEqual([]);
  });

  test('[D1] an empty list is imported as a list', () => {
    expect(readValues({ groceryItems: [] })).toEqual({
      copy: { listName: 'My List', items: [], categories: [], savedLists: [] },
      unreadable: [],
    });
  });
});

describe('what is broken', () => {
  test('[D1] without stored values, there is no list and nothing to quarantine', () => {
    expect(readLegacyStorage(NOTHING, CATALOGUE)).toEqual({ copy: null, unreadable: [] });
  });

  test('[D1] values that are not arrays or have no usable row are quarantined, and there is no list', () => {
    const values = {
      groceryItems: '[{"id":"1"',
      groceryCategories: '{}',
      allGroceryCategories: 'undefined',
      savedLists: '[null,7,{"id":"s"}]',
    };
    expect(readLegacyStorage(values, CATALOGUE)).toEqual({
      copy: null,
      unreadable: Object.entries(values).map(([key, value]) => ({ key, value })),
    });
  });

  test('[D1] the good rows of a damaged array are used, and the whole array is quarantined', () => {
    const groceryItems = [milk, null, { id: '8' }, { id: '9', name: 'Tea', category: '2', checked: 'yes' }];
    const { copy, unreadable } = readValues({ groceryItems, groceryCategories: [dairy] });
    expect(copy?.items).toEqual([milk, { id: '9', name: 'Tea', category: '2', checked: false }]);
    expect(unreadable).toEqual([{ key: 'groceryItems', value: JSON.stringify(groceryItems) }]);
  });

  test("[D1] an item without a category is in 'Other'", () => {
    const { copy, unreadable } = readValues({ groceryItems: [{ id: '1', name: 'Milk' }] });
    expect(copy?.items).toEqual([{ id: '1', name: 'Milk', category: 'other', checked: false }]);
    expect(copy?.categories).toEqual([{ id: 'other', name: 'Other', color: '', inList: true }]);
    expect(unreadable).toHaveLength(1);
  });

  test('[D1] a name that is too long is cut at 200 characters, and the original is quarantined', () => {
    const long = { ...milk, name: 'x'.repeat(250) };
    const { copy, unreadable } = readValues({
      groceryItems: [long],
      groceryCategories: [{ id: '2', name: 'y'.repeat(250) }],
      savedLists: [{ id: 's', name: 'z'.repeat(250), items: [long, 7], createdAt: 'once' }],
    });
    expect(copy?.items[0]?.name).toBe('x'.repeat(200));
    expect(copy?.categories[0]?.name).toBe('y'.repeat(200));
    expect(copy?.savedLists).toEqual([
      {
        id: 's',
        name: 'z'.repeat(200),
        items: [{ ...milk, name: 'x'.repeat(200) }],
        createdAt: '1970-01-01T00:00:00.000Z',
      },
    ]);
    expect(unreadable.map(({ key }) => key)).toEqual(['groceryItems', 'groceryCategories', 'savedLists']);
    expect(unreadable[0]?.value).toContain('x'.repeat(250));
  });

  test('[D1] of two rows with one id, one is used, and the array is quarantined', () => {
    const { copy, unreadable } = readValues({ groceryItems: [milk, { ...milk, name: 'Tea' }] });
    expect(copy?.items.map(({ name }) => name)).toEqual(['Tea']);
    expect(unreadable.map(({ key }) => key)).toEqual(['groceryItems']);
  });

  test('[spec-9] of more than ten saved lists the latest ten are used, and all are quarantined', () => {
    const savedLists = Array.from({ length: 12 }, (_, at) => ({
      id: `s${at}`,
      name: 'List',
      items: [],
      createdAt: `2024-01-01T00:00:${String(at + 10)}.000Z`,
    }));
    const { copy, unreadable } = readValues({ savedLists });
    expect(copy?.savedLists.map(({ id }) => id).toSorted()).toEqual(
      savedLists
        .slice(2)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(unreadable.map(({ key }) => key)).toEqual(['savedLists']);
  });

  test('[D1] any stored value is used or quarantined without throwing, and the copy can be imported', () => {
    const row = fc.record(
      {
        id: fc.oneof(fc.string(), fc.nat()),
        name: fc.oneof(fc.string(), fc.nat()),
        category: fc.oneof(fc.string(), fc.nat()),
        checked: fc.oneof(fc.boolean(), fc.string()),
        items: fc.array(fc.jsonValue()),
        createdAt: fc.string(),
      },
      { requiredKeys: [] },
    );
    const value = fc.option(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.oneof(row, fc.jsonValue())).map((rows) => JSON.stringify(rows)),
      ),
    );
    const values = fc.record({
      groceryItems: value,
      groceryCategories: value,
      allGroceryCategories: value,
      savedLists: value,
    });
    fc.assert(
      fc.property(values, (stored) => {
        const { copy, unreadable } = readLegacyStorage(stored, CATALOGUE);
        for (const { key, value: kept } of unreadable) expect(kept).toBe(stored[key as keyof LegacyValues]);
        if (copy === null) {
          const present = Object.entries(stored).filter(([, text]) => text !== null);
          return unreadable.length === present.length;
        }
        return applyChange(memoryOf({}).list, { type: 'import-copy', copy, mode: 'merge' }).ok;
      }),
      { numRuns: 500 },
    );
  });
});

test('[L10] a name is cut after 200 characters as a person counts them', () => {
  expect(cutName(`  ${'x'.repeat(300)}`)).toBe('x'.repeat(200));
  const family = '👨‍👩‍👧';
  expect(cutName(family.repeat(250))).toBe(family.repeat(200));
});

test('[D1] a name that was too long is valid once it is cut', () => {
  const long = fc
    .string({
      unit: fc.oneof(fc.constantFrom('a', 'é', '🥛', ' ', '\u0301', '\u202e'), fc.string({ unit: 'grapheme' })),
    })
    .map((text) => text.repeat(300))
    .filter((text) => !cleanName(text).ok && text.trim() !== '');
  fc.assert(
    fc.property(long, (text) => {
      const before = cleanName(text);
      fc.pre(!before.ok && before.failure.type === 'long-name' && !/^[\s\p{M}]/u.test(text));
      expect(cleanName(cutName(text)).ok).toBe(true);
    }),
  );
});
