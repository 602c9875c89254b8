/** The draft of the add bar, and reading its text as an entry. */
import { describe, expect, it, test } from 'vitest';
import {
  afterAdding,
  chooseCategory,
  draftCategory,
  EMPTY_DRAFT,
  typeText,
  createEntryReader,
} from './entry-reader.ts';
import { findStoreNamed } from '#core/list-text/read-store.ts';
import { createKnownNames } from '#core/suggest/known-names.ts';

describe('the draft of an item', () => {
  it('[L8] uses the category of a known name', () => {
    expect(draftCategory(typeText(EMPTY_DRAFT, 'Milk', 'dairy'))).toBe('dairy');
  });

  it('[L8] keeps the category that the shopper chose for any name', () => {
    const chosen = chooseCategory(EMPTY_DRAFT, 'bakery');
    expect(draftCategory(typeText(chosen, 'Milk', 'dairy'))).toBe('bakery');
  });

  it('[L8] drops a guess when the name is no longer known', () => {
    const guessed = typeText(EMPTY_DRAFT, 'Milk', 'dairy');
    expect(typeText(guessed, 'Milkx', null)).toEqual({ ...EMPTY_DRAFT, text: 'Milkx' });
  });

  it('[L8] keeps no guessed category for the next item', () => {
    expect(afterAdding(typeText(EMPTY_DRAFT, 'shampoo', 'care'))).toEqual(EMPTY_DRAFT);
  });

  it('[L8] keeps a chosen category for unknown names until a known one was added', () => {
    const next = afterAdding(typeText(chooseCategory(EMPTY_DRAFT, 'dairy'), 'Quark', null));
    expect(draftCategory(typeText(next, 'Kefir', null))).toBe('dairy');
    const known = typeText(next, 'Bread', 'bakery');
    expect(draftCategory(known)).toBe('bakery');
    expect(draftCategory(typeText(known, 'Breadx', null))).toBe('dairy');
    expect(draftCategory(typeText(afterAdding(known), 'Kefir', null))).toBe('');
  });

  it('[L8] guesses again after the shopper removed the choice', () => {
    const none = chooseCategory(chooseCategory(EMPTY_DRAFT, 'bakery'), '');
    expect(draftCategory(typeText(none, 'Milk', 'dairy'))).toBe('dairy');
  });
});

const draftOf = (text: string) => ({ text, isLiteral: false });

test('[Q2] a suggestion that begins with the typed text, number included, replaces the whole text', () => {
  const reader = createEntryReader(createKnownNames(), () => true);
  expect(reader.replaceName(draftOf('7 u'), '7 Up')).toBe('7 Up');
  expect(reader.replaceName(draftOf('4 che'), '4 cheese pizza')).toBe('4 cheese pizza');
  expect(reader.replaceName(draftOf('7 ud'), 'Udon')).toBe('7 Udon');
  expect(reader.replaceName(draftOf('500 g flou (fine)'), 'Flour')).toBe('500 g Flour (fine)');
  expect(reader.replaceName(draftOf('mil'), 'Milk')).toBe('Milk');
});

test('[O3] a store at the end is read if the list has it, and stays if a suggestion is taken or an amount is read', () => {
  const names = createKnownNames();
  names.remember('Meet @ Lidl', 'other');
  const stores = [{ id: 'l', name: 'Lidl' }];
  const reader = createEntryReader(
    names,
    () => true,
    (name) => findStoreNamed(stores, name),
  );
  expect(reader.read(draftOf('2 l oat milk (barista) @ LIDL '))).toEqual({
    name: 'oat milk',
    amount: 2,
    unit: 'l',
    note: 'barista',
    store: 'l',
  });
  expect(reader.read(draftOf('oat milk @lidl'))).toMatchObject({ name: 'oat milk', store: 'l' });
  expect(reader.queryOf(draftOf('oat mi @ Lidl')).name).toBe('oat mi');
  expect(reader.replaceName(draftOf('2 oat mi @ Lidl'), 'Oat Milk')).toBe('2 Oat Milk @ Lidl');
  for (const text of ['oat milk @ Aldi', 'oat milk @', '@ Lidl', 'me@lidl', 'Meet @ Lidl'])
    expect(reader.read(draftOf(text))).not.toHaveProperty('store');
  expect(reader.read({ text: 'tea @ Lidl', isLiteral: true })).toMatchObject({ name: 'tea @ Lidl' });
  stores.push({ id: 'a', name: 'Aldi' });
  expect(reader.read(draftOf('oat milk @ Aldi'))).toMatchObject({ name: 'oat milk', store: 'a' });
  const plain = createEntryReader(
    names,
    () => false,
    () => 'l',
  );
  expect(plain.read(draftOf('tea @ Lidl')).name).toBe('tea @ Lidl');
});

test('[Q2] the same text is read again when the app knows more names', () => {
  const names = createKnownNames();
  const reader = createEntryReader(names, () => true);
  expect(reader.read(draftOf('4 star pizza'))).toMatchObject({ name: 'star pizza', amount: 4 });
  names.remember('4 star pizza', 'frozen', 'catalogue');
  expect(reader.read(draftOf('4 star pizza'))).toMatchObject({ name: '4 star pizza', amount: null });
});

test('[Q4] a pasted text with several lines or several items is recognized', () => {
  const names = createKnownNames();
  const reader = createEntryReader(names, () => true);
  expect(reader.hasSeveral('milk\neggs')).toBe(true);
  expect(reader.hasSeveral('milk\n')).toBe(false);
  expect(reader.hasSeveral('can you get milk and 6 eggs? thx')).toBe(true);
  expect(reader.hasSeveral('milk, 6 eggs and bread')).toBe(false);
  for (const name of ['milk', 'eggs', 'bread']) names.remember(name, 'dairy', 'catalogue');
  expect(reader.hasSeveral('milk, 6 eggs and bread')).toBe(true);
  expect(reader.hasSeveral('flour, 500 g')).toBe(false);
  expect(createEntryReader(names, () => false).hasSeveral('milk, eggs, bread')).toBe(false);
});

test('[Q4] [Q7] a typed message about one known thing is read as that thing; other texts remain names', () => {
  const names = createKnownNames();
  names.remember('Toilet Paper', 'household', 'catalogue');
  const reader = createEntryReader(names, () => true);
  const read = (text: string): string => reader.read(draftOf(text)).name;
  expect(read('oh and toilet paper pls')).toBe('Toilet Paper');
  expect(read('we need toilet paper')).toBe('Toilet Paper');
  expect(reader.read(draftOf('2 toilet paper please'))).toMatchObject({ name: 'Toilet Paper', amount: 2 });
  for (const text of ['oh and xyzzy pls', 'Maybe toilet paper', 'thank you cards']) expect(read(text)).toBe(text);
  expect(reader.read({ text: 'we need toilet paper', isLiteral: true }).name).toBe('we need toilet paper');
});

test('[Q7] the bullet or box of a line that was copied from a list is no part of its name', () => {
  const names = createKnownNames();
  names.remember('+ Size Tights', 'clothes');
  const reader = createEntryReader(names, () => true);
  const read = (text: string): string => reader.read(draftOf(text)).name;
  expect(['- tofu', '• tofu', '*\ttofu', ' [ ] tofu', '☐ tofu', '[x] tofu'].map(read)).toEqual(Array(6).fill('tofu'));
  expect(reader.read(draftOf('- 2 l oat drink (barista)'))).toMatchObject({ name: 'oat drink', amount: 2, unit: 'l' });
  for (const text of ['-18 ice', '🥛 tofu', '•', '- -', '+ Size Tights']) expect(read(text)).toBe(text);
  expect(reader.read({ text: '- tofu', isLiteral: true }).name).toBe('- tofu');
});

test('[Q4] the items of a typed list are counted, and a name with a comma or an “and” is one item', () => {
  const names = createKnownNames();
  for (const name of ['salt', 'pepper', 'rice', 'milk', 'mac and cheese']) names.remember(name, 'pantry', 'catalogue');
  const reader = createEntryReader(names, () => true);
  const count = (text: string): number => reader.countItems(draftOf(text));
  expect(count('salt, pepper and rice')).toBe(3);
  for (const text of ['milk, semi-skimmed', 'mac and cheese', 'salt', '']) expect(count(text)).toBe(1);
  expect(reader.countItems({ text: 'salt, pepper and rice', isLiteral: true })).toBe(1);
});

test('[Q2] [Q7] spoken numbers and a number at the end are amounts of a thing that the app knows, in the singular or plural', () => {
  const names = createKnownNames();
  for (const name of ['Lemons', 'Eggs', 'Tomatoes', 'Butter', 'Milk']) names.remember(name, 'produce', 'catalogue');
  const reader = createEntryReader(names, () => true);
  const read = (text: string): string => {
    const { name, amount, unit } = reader.read(draftOf(text));
    return [name, amount, unit].filter((part) => part !== null).join(' | ');
  };
  expect(read('half a lemon')).toBe('Lemon | 0.5');
  expect(read('a dozen eggs')).toBe('Eggs | 1 | dozen');
  expect(read('two eggs')).toBe('Eggs | 2');
  expect(read('egg 12')).toBe('Egg | 12');
  expect(read('tomatos 6')).toBe('Tomatos | 6');
  expect(read('half fat butter')).toBe('Half fat butter');
  expect(read('two percent milk')).toBe('Two percent milk');
  for (const text of ['seven up', 'omega 3', 'half a xyzzy']) expect(read(text)).toBe(text);
  expect(reader.read({ text: 'half a lemon', isLiteral: true })).toMatchObject({ name: 'half a lemon', amount: null });
  const plain = createEntryReader(names, () => false);
  expect(plain.read(draftOf('half a lemon')).name).toBe('Half a lemon');
});

test('[Q4] dictated items without commas are counted if the app knows all of them', () => {
  const names = createKnownNames();
  for (const name of ['Milk', 'Eggs', 'Lemons', 'Bread', 'Cheese', 'Onions'])
    names.remember(name, 'dairy', 'catalogue');
  const reader = createEntryReader(names, () => true);
  const count = (text: string): number => reader.countItems(draftOf(text));
  expect(count('milk and eggs')).toBe(2);
  expect(count('milk and two lemons and an egg')).toBe(3);
  expect(count('milk bread two eggs')).toBe(3);
  expect(reader.read(draftOf('milk bread two eggs')).name).toBe('Milk bread two eggs');
  expect(count('milk bread cheese')).toBe(3);
  expect(reader.textToSplit(draftOf('milk bread cheese'))).toBe('milk\nbread\ncheese');
  expect(reader.textToSplit(draftOf('milk bread and eggs'))).toBe('milk\nbread\neggs');
  expect(reader.textToSplit(draftOf('milk, bread and eggs'))).toBe('milk\nbread\neggs');
  expect(reader.hasSeveral('milk bread cheese')).toBe(false);
  for (const text of ['bread and butter pudding', 'cheese and onion crisps', 'milk']) expect(count(text)).toBe(1);
  expect(reader.hasSeveral('milk and eggs')).toBe(true);
});

test('[Q2] the number of a dish or a brand is a part of its name', () => {
  const names = createKnownNames();
  for (const name of ['Pasta', 'Chicken', 'Pizza', 'Soup', 'Milk', 'Coffee', 'Cat Food'])
    names.remember(name, 'pantry', 'catalogue');
  const reader = createEntryReader(names, () => true);
  const read = (text: string) => reader.read(draftOf(text)).amount;
  const dishes = ['one pot pasta', 'one-pan chicken', '3 bean soup', '4 cheese pizza', 'three bean soup'];
  const brands = ['2 percent milk', "8 o'clock coffee", '9 lives cat food', '7 days croissants'];
  expect([...dishes, ...brands].filter((text) => read(text) !== null)).toEqual([]);
  expect(['4 cheese pizzas', 'one pot of pasta', 'two pasta'].map(read)).toEqual([4, 1, 2]);
});

test('[Q2] a package with its size is one, and its size in brackets is no count', () => {
  const reader = createEntryReader(createKnownNames(), () => true);
  const bag = { name: 'red potatoes', amount: 1, unit: 'bag', note: '5 lb' };
  expect(reader.read(draftOf('5 lb bag red potatoes'))).toEqual(bag);
  expect(reader.read(draftOf('12oz can tuna'))).toMatchObject({ name: 'tuna', unit: 'can' });
  expect(reader.read(draftOf('beer (6 pack)'))).toMatchObject({ name: 'beer', amount: null, note: '6 pack' });
  expect(reader.read(draftOf('milk x 2 pints'))).toMatchObject({ name: 'milk', amount: 2, unit: 'pt' });
  expect(reader.read(draftOf('2 kg bag clips'))).toMatchObject({ name: 'bag clips', amount: 2, unit: 'kg' });
  expect(reader.read(draftOf('3 pot noodles'))).toMatchObject({ name: 'pot noodles', amount: 3, unit: null });
});

test('[Q2] a count and the size of each are read as in pasted text; a number that is part of a name, or a price, is not a count', () => {
  const reader = createEntryReader(createKnownNames(), () => true);
  const cream = { name: 'cream', amount: 2, unit: null, note: '500ml' };
  expect(['2x500ml cream', 'cream 2 x 500ml'].map((text) => reader.read(draftOf(text)))).toEqual([cream, cream]);
  expect(reader.read(draftOf('2 x 1.5l cola zero'))).toMatchObject({ name: 'cola zero', amount: 2, note: '1.5l' });
  expect(reader.read(draftOf('3 x tins beans'))).toMatchObject({ name: 'beans', amount: 3, unit: 'can' });
  expect(reader.read(draftOf('1 kg 000 flour'))).toMatchObject({ name: '000 flour', amount: 1, unit: 'kg' });
  for (const text of ['2 for £3 berries', '50p mix', 'half price salmon', '9 x 13 pan'])
    expect(reader.read(draftOf(text))).toMatchObject({ name: text, amount: null });
});
