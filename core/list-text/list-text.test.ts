/** Sharing a list as text and pasting it back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_UNITS } from '#core/amount/units.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { liveRows, type List } from '#core/list/list.ts';
import { pickDetails } from '#core/list/item-fields.ts';
import { LIST_ROW_ID, type Category } from '#core/list/row.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { createNameOrder, nameKey } from '#core/name/name-key.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { createListView } from '#core/view/list-view.ts';
import { formatLeftText, formatListText } from './format-list-text.ts';
import { parseListText } from './parse-list-text.ts';
import { planLines, planToChange } from './plan-lines.ts';

const numbers = createNumberFormat('en-US');

const toText = (list: List): string => formatListText(list, createListView(list, createNameOrder('en')));

/** Pastes a text into an empty list, as the preview does without a choice. */
function paste(text: string, isKnownName: (name: string) => boolean, hasDetails = true): List {
  const memory = memoryOf({});
  const { lines } = parseListText(text, { numbers, hasDetails, isKnownName, isCategoryName: () => false });
  const categories = new Map<string, Category>();
  const drafts = lines.map(({ entry, checked, heading, isTitle }) => {
    const name = heading ?? '';
    const key = nameKey(name);
    const category = categories.get(key) ?? { id: `c-${key}`, name, color: '', inList: true };
    categories.set(key, category);
    return { entry, checked, category, isWanted: !isTitle, takesNewAmount: false };
  });
  let id = 0;
  change(
    memory,
    planToChange(planLines(memory.list, drafts, numbers.write), () => `i${(id += 1)}`),
  );
  return memory.list;
}

/** What a person sees: each item with its category's name, in any order. */
const seen = (list: List): readonly string[] =>
  liveRows(list.items)
    .map((item) =>
      JSON.stringify([list.categories.get(item.category)?.name, item.name, item.checked, pickDetails(item)]),
    )
    .toSorted();

test('[Q5] what is left is copied as plain lines, in the order of the screen', () => {
  const memory = memoryOf({
    categories: [categoryRow('dairy', { name: 'Dairy & Eggs' }), categoryRow('b', { name: 'Bakery' })],
    items: [
      itemRow('1', { name: 'Milk', amount: 1.5, unit: 'l', note: 'lactose-free' }),
      itemRow('2', { name: 'Butter', checked: true }),
      itemRow('3', { name: 'Bread', category: 'b', amount: 0.5 }),
    ],
  });
  const view = createListView(memory.list, createNameOrder('en'));
  expect(formatLeftText(memory.list, view)).toBe('½ Bread\n1.5 l Milk (lactose-free)\n');
  change(memory, { type: 'check-items', ids: ['1', '3'], checked: true });
  expect(formatLeftText(memory.list, createListView(memory.list, createNameOrder('en')))).toBe('');
});

test('[Q5] the text is readable: the name of the list, then each category with its items', () => {
  const { list } = memoryOf({
    listRow: [{ id: LIST_ROW_ID, listName: 'Saturday Shop', deleted: false }],
    categories: [
      categoryRow('dairy', { name: 'Dairy & Eggs' }),
      categoryRow('b', { name: 'Bakery' }),
      categoryRow('x'),
    ],
    items: [
      itemRow('1', { name: 'Milk', amount: 1.5, unit: 'l', note: 'lactose-free' }),
      itemRow('2', { name: 'Butter', checked: true }),
      itemRow('3', { name: 'Eggs', amount: 12 }),
      itemRow('4', { name: 'Bread', category: 'b' }),
      itemRow('5', { name: '2 milk', category: 'b' }),
    ],
  });
  expect(toText(list)).toBe(`Saturday Shop

Bakery:
- [ ] "2 milk"
- [ ] Bread

Dairy & Eggs:
- [x] Butter
- [ ] 12 Eggs
- [ ] 1.5 l Milk (lactose-free)
`);
});

const AWKWARD = [
  'Milk',
  '7 Up',
  '2 milk',
  '- [ ] milk',
  '- [x] ',
  '[x] milk',
  '- milk',
  '1. milk',
  'x2',
  '"',
  '"a" (b)',
  'Dairy:',
  ':',
  '：',
  '(b)',
  '*milk*',
  '~~milk~~',
  '# milk',
  '☑ milk',
  '12:30, 4/5/2026 - Anna: milk',
  'חלב 3%',
  'حليب',
  '牛乳',
  'दूध',
  '👨‍👩‍👧‍👦',
  'a\u200fb',
  '\\"',
  '\\',
];

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.constantFrom(...AWKWARD),
    fc
      .array(fc.constantFrom('-', '[ ]', '[x]', '"', ':', '2', 'l', 'milk', '(', ')', '½', ','), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join(' ')),
  )
  .map((text) => cleanName(text))
  .filter((clean) => clean.ok && nameKey(clean.value) !== '')
  .map((clean) => (clean.ok ? clean.value : ''));

const item = fc.record({
  name,
  checked: fc.boolean(),
  category: fc.nat(4),
  note: fc.option(name, { nil: undefined }),
  quantity: fc.option(
    fc.record({
      amount: fc.integer({ min: 1, max: 5_000_000 }).map((thousandths) => thousandths / 1000),
      unit: fc.option(fc.constantFrom(...ALL_UNITS.map(({ id }) => id)), { nil: undefined }),
    }),
  ),
});

const sharedList = fc
  .record({
    listName: name,
    categories: fc.uniqueArray(name, { selector: nameKey, minLength: 5, maxLength: 5 }),
    items: fc.uniqueArray(item, {
      selector: (one) => `${one.category}\n${nameKey(one.name)}`,
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(
    ({ listName, categories, items }) =>
      memoryOf({
        listRow: [{ id: LIST_ROW_ID, listName, deleted: false }],
        categories: categories.map((category, at) => categoryRow(`c${at}`, { name: category })),
        items: items.map(({ quantity, category, note, ...fields }, at) =>
          itemRow(`i${at}`, {
            ...fields,
            category: `c${category}`,
            ...(note !== undefined && { note }),
            ...(quantity !== null && { amount: quantity.amount, ...(quantity.unit && { unit: quantity.unit }) }),
          }),
        ),
      }).list,
  );

test('[Q5] pasting a shared list back gives the same items, categories, ticks, amounts and notes, for any names', () => {
  fc.assert(
    fc.property(sharedList, fc.boolean(), (list, isKnown) => {
      expect(seen(paste(toText(list), () => isKnown))).toEqual(seen(list));
    }),
    { numRuns: 2000 },
  );
});

/** What other clients may have stored: any unit, and amounts with more decimals than the app reads. */
const foreignItem = fc.record({
  name,
  note: fc.option(name, { nil: undefined }),
  amount: fc
    .oneof(
      fc.double({ min: 1e-9, max: 1_000_000, noNaN: true }),
      fc.constantFrom(0.0004, 1.23456, 1 / 3, 1e-7, 999_999.9999, 2),
    )
    .filter((amount) => amount > 0),
  unit: fc.oneof(name, fc.constantFrom('crate', 'grams', 'Liter', '"', 'a "b"', '2', 'x', '(kg)', 'EL', 'el', 'g\ng')),
});

test('[Q5] amounts and units of other clients come back too, although the app does not know the units', () => {
  fc.assert(
    fc.property(fc.uniqueArray(foreignItem, { selector: (one) => nameKey(one.name), minLength: 1 }), (items) => {
      const { list } = memoryOf({
        categories: [categoryRow('dairy', { name: 'Dairy' })],
        items: items.map((one, at) => itemRow(`i${at}`, one)),
      });
      const cleaned = memoryOf({
        categories: [categoryRow('dairy', { name: 'Dairy' })],
        items: items.map((one, at) => itemRow(`i${at}`, { ...one, unit: one.unit.replace('\n', ' ') })),
      });
      expect(seen(paste(toText(list), () => false))).toEqual(seen(cleaned.list));
    }),
    { numRuns: 2000 },
  );
});

test('[Q5] a unit that the app does not know is readable, and an amount that is too small to round is not lost', () => {
  const { list } = memoryOf({
    categories: [categoryRow('dairy', { name: 'Dairy' })],
    items: [
      itemRow('1', { name: 'Apples', amount: 2, unit: 'crate' }),
      itemRow('2', { name: 'Saffron', amount: 0.0004, unit: 'kg', note: 'ground' }),
    ],
  });
  expect(toText(list)).toContain('- [ ] 2 "crate" "Apples"\n- [ ] 0.0004 "kg" "Saffron" ("ground")\n');
});

test('[Q5] a note that is too long for the app stays in the text, and is refused with a message', () => {
  const note = `"${'x'.repeat(220)}`;
  const { list } = memoryOf({
    categories: [categoryRow('dairy', { name: 'Dairy' })],
    items: [itemRow('1', { name: '2 milk', note })],
  });
  const options = { numbers, hasDetails: true, isKnownName: () => false, isCategoryName: () => false };
  const [, line] = parseListText(toText(list), options).lines;
  expect(line?.entry.name).toContain('x'.repeat(220));
});

test('[Q5] the text survives Windows line ends, spaces at line ends and the sender that a chat app adds', () => {
  const { list } = memoryOf({
    categories: [categoryRow('dairy', { name: 'Dairy' })],
    items: [itemRow('1', { name: 'Milk', amount: 2, unit: 'l' }), itemRow('2', { name: 'Tofu', checked: true })],
  });
  const text = toText(list);
  for (const sent of [
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', ' \n'),
    `\n\n${text}\n\n`,
    `[12:30, 4/5/2026] Anna: ${text}`,
  ]) {
    expect(seen(paste(sent, () => false))).toEqual(seen(list));
  }
});

test('[Q5] [Q6] where items have no amounts, a name in quotation marks and the categories come back too', () => {
  const { list } = memoryOf({
    listRow: [{ id: LIST_ROW_ID, listName: 'Saturday Shop', deleted: false }],
    categories: [categoryRow('dairy', { name: 'Dairy' }), categoryRow('b', { name: 'Bakery' })],
    items: [itemRow('1', { name: '2 milk' }), itemRow('2', { name: 'Tofu' }), itemRow('3', { category: 'b' })],
  });
  expect(seen(paste(toText(list), () => false, false))).toEqual(seen(list));
  const text = 'Shop\n\nDairy:\n- [x] 2 l milk (fresh)\n';
  const options = { numbers, hasDetails: false, isKnownName: () => false, isCategoryName: () => false };
  const { isShared, lines } = parseListText(text, options);
  expect(isShared).toBe(true);
  expect(lines.map(({ entry, isTitle }) => [entry.name, isTitle])).toEqual([
    ['Shop', true],
    ['2 l milk (fresh)', false],
  ]);
});

test('[Q4] [Q7] the title of a shared note is no category; a word alone and one of several headings are', () => {
  const options = {
    numbers,
    hasDetails: true,
    isKnownName: () => false,
    isCategoryName: (text: string) => text === 'Dairy',
  };
  const headings = (text: string) =>
    parseListText(text, options).lines.map(({ entry, heading }) => [entry.name, heading]);
  expect(headings('# From Anna\nquinoa')).toEqual([
    ['From Anna', null],
    ['quinoa', null],
  ]);
  expect(headings('# Gardening\ntulip bulbs')).toEqual([['tulip bulbs', 'Gardening']]);
  expect(headings('# For Anna\nquinoa\n\n# Dairy\nmilk')).toContainEqual(['milk', 'Dairy']);
});
