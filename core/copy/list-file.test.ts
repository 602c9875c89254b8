/** Writing a list to a file and reading it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { createMemory } from '#core/memory/memory.ts';
import { arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf, readLive, savedListRow } from '#core/testing/contents.ts';
import { applyChange } from '#core/change/apply-change.ts';
import { fileToListCopy, listToFile } from './list-file.ts';

const savedAt = '2026-11-21T09:00:00.000Z';
const memory = () =>
  memoryOf({
    items: [
      itemRow('1', { name: 'Milk', checked: true }),
      itemRow('2', { deleted: true }),
      itemRow('3', { category: 'x' }),
    ],
    categories: [
      categoryRow('dairy', { color: '#3b82f6' }),
      categoryRow('x', { name: 'Gone', deleted: true }),
      categoryRow('deli', { inList: false }),
      categoryRow('dead', { deleted: true }),
    ],
    savedLists: [
      savedListRow('s', { items: [{ id: '1', name: 'Milk', category: 'dairy', checked: true }] }),
      savedListRow('t', { deleted: true }),
    ],
    listRow: [{ id: 'profile', listName: 'Week', deleted: false }],
  });

type Json = Record<string, unknown>;
const plain = (): Json => JSON.parse(listToFile(memory().list, savedAt)) as Json;
const read = (file: unknown) => fileToListCopy(JSON.stringify(file));
const damagedAt = (where: string) => ({ ok: false, failure: { type: 'damaged-list-file', where } });
const item = { id: '9', name: 'Tea', category: 'dairy', checked: false };
const numbered = (count: number, row: Json): readonly Json[] =>
  Array.from({ length: count }, (_, at) => ({ ...row, id: String(at) }));

describe('writing', () => {
  test('[D2] a file has the live rows with the fields of the specification, and is readable', () => {
    expect(plain()).toEqual({
      format: 'checklist',
      version: 1,
      savedAt,
      listName: 'Week',
      items: [
        { id: '1', name: 'Milk', category: 'dairy', checked: true },
        { id: '3', name: '3', category: 'x', checked: false },
      ],
      categories: [
        { id: 'dairy', name: 'dairy', color: '#3b82f6', inList: true },
        { id: 'x', name: 'Gone', color: '', inList: true },
        { id: 'deli', name: 'deli', color: '', inList: false },
      ],
      savedLists: [
        {
          id: 's',
          name: 's',
          items: [{ id: '1', name: 'Milk', category: 'dairy', checked: true }],
          createdAt: '2026-11-21T08:00:00.000Z',
        },
      ],
    });
    expect(listToFile(memory().list, savedAt)).toContain('\n  "listName": "Week"');
  });
});

describe('reading', () => {
  test('[D2] every list that is written can be read, whatever names other clients stored and however many saved lists', () => {
    // Cutting a long name takes a millisecond.
    const name = fc.oneof(
      { weight: 1, arbitrary: fc.constant('x'.repeat(300)) },
      { weight: 30, arbitrary: fc.oneof(fc.constantFrom('', ' ', '\u200b'), fc.string()) },
    );
    const names = fc.array(name, { maxLength: 12, size: 'max' });
    fc.assert(
      fc.property(names, fc.constantFrom('', 'a'), name, (texts, category, listName) => {
        const { list } = memoryOf({
          items: texts.map((text, at) => itemRow(`${at}`, { name: text, category })),
          categories: texts.map((text, at) => categoryRow(`${at}`, { name: text })),
          savedLists: texts.map((text, at) => savedListRow(`${at}`, { name: text, items: [{ ...item, name: text }] })),
          listRow: [{ id: 'profile', listName, deleted: false }],
        });
        const file = fileToListCopy(listToFile(list, savedAt));
        if (!file.ok) throw new Error(JSON.stringify(file.failure));
        expect(file.value.items).toHaveLength(texts.length);
        expect(file.value.savedLists).toHaveLength(Math.min(10, texts.length));
      }),
      { numRuns: 25 },
    );
  });

  test('[D2] a written file can be read, and importing it into an empty list gives the same list', () => {
    fc.assert(
      fc.property(arbitraryContents, ({ items, categories, savedLists, listRow }) => {
        const named = <R extends { readonly name: string }>(rows: readonly R[]): readonly R[] =>
          rows.flatMap((row) => {
            const name = cleanName(row.name);
            return name.ok ? [{ ...row, name: name.value }] : [];
          });
        const { list } = createMemory({
          items: named(items),
          categories: named(categories),
          savedLists: named(savedLists).map((saved) => ({ ...saved, items: named(saved.items) })),
          listRow: listRow
            .filter(({ listName }) => cleanName(listName).ok)
            .map((row) => ({ ...row, listName: row.listName.trim().normalize('NFC') })),
        });
        const file = fileToListCopy(listToFile(list, savedAt));
        if (!file.ok) throw new Error(JSON.stringify(file.failure));
        const elsewhere = memoryOf({});
        change(elsewhere, { type: 'import-copy', copy: file.value, mode: 'replace' });
        const { items: itemsThere, savedLists: savedThere, listName } = readLive(elsewhere.list);
        const here = readLive(list);
        expect({ items: itemsThere, savedLists: savedThere, listName }).toEqual({
          items: here.items,
          savedLists: here.savedLists,
          listName: here.listName,
        });
        expect(readLive(elsewhere.list).categories).toEqual(expect.arrayContaining([...here.categories]));
      }),
    );
  });

  test('[D2] never throws, whatever the text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ ...plain(), items: value })),
    );
    fc.assert(fc.property(texts, (text) => typeof fileToListCopy(text).ok === 'boolean'));
  });

  test('[D2] never throws, whatever part of a good file is overwritten', () => {
    const good = listToFile(memory().list, savedAt);
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(40), fc.json(), (at, length, text) => {
        const result = fileToListCopy(good.slice(0, at) + text + good.slice(at + length));
        expect([true, false]).toContain(result.ok);
      }),
      { numRuns: 500 },
    );
  });

  test('[D2] endless nesting is refused', () => {
    const deep = (open: string, close: string): string => open.repeat(200_000) + close.repeat(200_000);
    const notAList = { ok: false, failure: { type: 'not-a-list-file' } };
    expect(fileToListCopy(deep('[', ']'))).toEqual(notAList);
    expect(fileToListCopy('{"a":'.repeat(200_000))).toEqual(notAList);
    expect(fileToListCopy(`{"format":"checklist","version":1,"listName":"a","items":${deep('[', ']')}}`).ok).toBe(
      false,
    );
  });

  test('[D2] a file without a list is refused', () => {
    for (const text of ['', 'milk, eggs', 'null', '[]', '"checklist"', '{}', '{"format":"todo","version":1}']) {
      expect(fileToListCopy(text)).toEqual({ ok: false, failure: { type: 'not-a-list-file' } });
    }
  });

  test('[D2] a file of a later version is reported as such, whatever else it contains', () => {
    expect(read({ format: 'checklist', version: 2 })).toEqual({ ok: false, failure: { type: 'newer-list-file' } });
    expect(read({ ...plain(), version: 0 })).toEqual(damagedAt('version'));
    expect(read({ format: 'checklist' })).toEqual(damagedAt('version'));
  });

  test('[D2] a damaged file is refused with the path of the wrong or missing field', () => {
    expect(read({ ...plain(), listName: 7 })).toEqual(damagedAt('listName'));
    expect(read({ ...plain(), items: 'none' })).toEqual(damagedAt('items'));
    expect(read({ ...plain(), items: [item, { ...item, checked: 'yes' }] })).toEqual(damagedAt('items.1.checked'));
    expect(read({ ...plain(), items: [{ ...item, id: '' }] })).toEqual(damagedAt('items.0.id'));
    expect(read({ ...plain(), items: [{ ...item, id: 'a\u0000b' }] })).toEqual(damagedAt('items.0.id'));
    expect(read({ ...plain(), categories: [{ id: 'a' }] })).toEqual(damagedAt('categories.0.name'));
    expect(read({ ...plain(), savedLists: [{ id: 's', name: 'S', items: [{}] }] })).toEqual(
      damagedAt('savedLists.0.items.0.id'),
    );
  });

  test('[L10] names are cleaned; a blank one that another client stored stays, and a long one is cut', () => {
    const result = read({ ...plain(), items: [{ ...item, name: ' Oat\n milk ' }] });
    expect(result).toMatchObject({ ok: true, value: { items: [{ name: 'Oat milk' }] } });
    expect(read({ ...plain(), items: [{ ...item, name: ' ' }] })).toMatchObject({ value: { items: [{ name: '' }] } });
    expect(read({ ...plain(), listName: 'x'.repeat(201) })).toMatchObject({ value: { listName: 'x'.repeat(200) } });
    expect(read({ ...plain(), items: [{ ...item, name: 7 }] })).toEqual(damagedAt('items.0.name'));
  });

  test('[D2] a duplicate id counts as damage', () => {
    expect(read({ ...plain(), items: [item, item] })).toEqual(damagedAt('items.1.id'));
    const twice = numbered(2, { name: 'S', items: [] }).map((row) => ({ ...row, id: 's' }));
    expect(read({ ...plain(), savedLists: twice })).toEqual(damagedAt('savedLists.1.id'));
    expect(read({ ...plain(), categories: twice })).toEqual(damagedAt('categories.1.id'));
  });

  test('[D2] of more than 10 saved lists, the newest are read', () => {
    const saved = numbered(11, { name: 'S', items: [] });
    const dated = saved.map((row, at) => ({ ...row, createdAt: `2026-01-${at + 11}T00:00:00.000Z` }));
    const result = read({ ...plain(), savedLists: dated });
    expect(result.ok && result.value.savedLists.map(({ id }) => id)).toEqual(
      saved
        .map(({ id }) => id)
        .slice(1)
        .toReversed(),
    );
  });

  test("[D2] an item whose category's id is blank gets a category named 'Other'", () => {
    const result = read({ ...plain(), categories: [], items: [{ ...item, category: '' }] });
    expect(result).toMatchObject({
      value: { items: [{ category: 'other' }], categories: [{ id: 'other', name: 'Other' }] },
    });
  });

  test('[D2] a file has at most 20,000 items and 1,000 categories', () => {
    expect(read({ ...plain(), items: numbered(20_000, item) }).ok).toBe(true);
    expect(read({ ...plain(), items: numbered(20_001, item) })).toEqual(damagedAt('items'));
    expect(read({ ...plain(), categories: numbered(1_000, { name: 'C' }) }).ok).toBe(true);
    expect(read({ ...plain(), categories: numbered(1_001, { name: 'C' }) })).toEqual(damagedAt('categories'));
  });

  test("[D2] an item whose category is missing in the file gets a category named 'Other'", () => {
    const result = read({ ...plain(), categories: [], items: [item, { ...item, id: '10' }] });
    expect(result).toMatchObject({
      ok: true,
      value: { categories: [{ id: 'dairy', name: 'Other', color: '', inList: true }] },
    });
    expect(result.ok && result.value.categories).toHaveLength(1);
  });

  test('[D2] invalid colors and times are dropped, and valid times are normalized', () => {
    const savedLists = [
      { id: 'a', name: 'A', items: [], createdAt: '2026-11-21T10:00:00.5+02:00' },
      { id: 'b', name: 'B', items: [], createdAt: 'yesterday' },
      { id: 'c', name: 'C', items: [], createdAt: '0000-01-01T00:00:00Z' },
    ];
    const categories = [{ id: 'dairy', name: 'Dairy', color: 'red;background:url(x)' }];
    expect(read({ ...plain(), savedLists, categories, items: [] })).toMatchObject({
      value: {
        savedLists: [
          { createdAt: '2026-11-21T08:00:00.500Z' },
          { createdAt: '1970-01-01T00:00:00.000Z' },
          { createdAt: '1970-01-01T00:00:00.000Z' },
        ],
        categories: [{ id: 'dairy', name: 'Dairy', color: '', inList: true }],
      },
    });
  });

  test('[D2] names such as __proto__ are ordinary names, and unknown fields are dropped', () => {
    const text = JSON.stringify({
      ...plain(),
      items: [{ ...item, id: '__proto__', category: 'constructor', extra: 1 }],
    });
    const result = fileToListCopy(text.replace('"listName"', '"__proto__":{"polluted":true},"listName"'));
    expect(result.ok && result.value.items).toEqual([{ ...item, id: '__proto__', category: 'constructor' }]);
    expect(Object.keys(result.ok ? result.value : {})).toEqual([
      'listName',
      'stores',
      'items',
      'categories',
      'savedLists',
    ]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(result.ok ? result.value : {}, 'polluted')).toBeUndefined();
  });
});

test('[Q6] a file has the amounts and notes of items, and leaves out invalid ones', () => {
  const details = { amount: 1.5, unit: 'kg', note: 'ripe' };
  const list = memoryOf({ items: [itemRow('1', details)], categories: [categoryRow('dairy')] }).list;
  const copy = fileToListCopy(listToFile(list, savedAt));
  expect(copy).toMatchObject({ value: { items: [{ id: '1', ...details }] } });
  const broken = { ...item, amount: -1, unit: 7, note: 'x'.repeat(201) };
  expect(read({ ...plain(), items: [broken] })).toMatchObject({ ok: true, value: { items: [item] } });
});

describe('[O1] the order of categories', () => {
  test('is in the file as the ranks of each category, and is read back', () => {
    const ranked = { 'rank:list': -0.5, 'rank:start': 3 };
    const arranged = memoryOf({ categories: [categoryRow('dairy', ranked), categoryRow('deli')] });
    const text = listToFile(arranged.list, savedAt);
    expect((JSON.parse(text) as Json)['categories']).toEqual([
      { id: 'dairy', name: 'dairy', color: '', inList: true, ranks: { list: -0.5, start: 3 } },
      { id: 'deli', name: 'deli', color: '', inList: true },
    ]);
    expect(fileToListCopy(text)).toMatchObject({ value: { categories: [{ id: 'dairy', ...ranked }, { id: 'deli' }] } });
  });

  test('[O2] [O3] contains the stores with their orders, and the ties of items', () => {
    const { list } = memoryOf({
      listRow: [{ id: 'profile', listName: 'Week', deleted: false, 'store:a': 'Market', 'store:b': 'Bakery' }],
      categories: [categoryRow('dairy', { 'rank:store_a': 2, 'rank:start_a': 1 })],
      items: [itemRow('milk', { store: 'a' })],
    });
    const text = listToFile(list, savedAt);
    expect(JSON.parse(text)).toMatchObject({ stores: { a: 'Market', b: 'Bakery' }, items: [{ store: 'a' }] });
    const copy = fileToListCopy(text);
    expect(copy).toMatchObject({ value: { stores: { 'store:a': 'Market', 'store:b': 'Bakery' } } });
    const empty = memoryOf({});
    if (copy.ok) change(empty, { type: 'import-copy', copy: copy.value, mode: 'replace' });
    expect(readLive(empty.list)).toEqual(readLive(list));
  });

  test.each([null, 7, ['Market'], { 'a b': 'x', a: 1, b: ' ', c: null }])('leaves out invalid stores: %j', (stores) => {
    const copy = read({ ...plain(), stores });
    expect(copy).toMatchObject({ ok: true });
    const { list } = memoryOf({});
    const result = copy.ok && applyChange(list, { type: 'import-copy', copy: copy.value, mode: 'merge' });
    expect(result && result.ok && result.value.diff.some(({ table }) => table === 'listRow')).toBe(false);
  });

  test.each([
    [{ list: '1', start: null, deep: { a: 1 }, far: 1e9, none: Number.NaN }, {}],
    [{ 'list\u0000': 1, 'a b': 1, '': 1, ['k'.repeat(65)]: 1, list: 2 }, { 'rank:list': 2 }],
    ['list', {}],
    [7, {}],
    [null, {}],
  ])('leaves out invalid ranks, and reads the rest: %j', (ranks, expected) => {
    const category = { id: 'dairy', name: 'Dairy', color: '', inList: true };
    const file = { ...plain(), items: [], categories: [{ ...category, ranks }] };
    expect(read(file)).toHaveProperty('value.categories', [{ ...category, ...expected }]);
  });
});
