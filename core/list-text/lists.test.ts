/** Whole lists as people paste them: headings, blocks, tables and chats (product Q7). */
import { describe, expect, test } from 'vitest';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { nameKey } from '#core/name/name-key.ts';
import { showLine } from '#core/testing/everyday-text.ts';
import { parseListText } from './parse-list-text.ts';
import type { TextLine } from './text-line.ts';

const numbers = createNumberFormat('en-US');
const KNOWN = new Set(['milk', 'eggs', 'bread', 'onions', 'lemons'].map(nameKey));
const CATEGORIES = new Set(['Dairy', 'Bakery'].map(nameKey));

/** A heading with a plus becomes a category. */
const show = (line: TextLine): string => `${showLine(line)}${line.heading !== null && line.mayCreate ? '+' : ''}`;

const readAll = (text: string): readonly string[] =>
  parseListText(text, {
    numbers,
    hasDetails: true,
    isKnownName: (name) => KNOWN.has(nameKey(name)),
    isCategoryName: (name) => CATEGORIES.has(nameKey(name)),
  }).lines.map(show);

describe('headings without a mark', () => {
  test('[Q7] the parts of a shop and large shops are headings, and never items', () => {
    expect(readAll('Produce\napples\nbananas\nCOSTCO\nsocks')).toEqual([
      'apples @Produce+',
      'bananas @Produce+',
      '?heading COSTCO',
      'socks',
    ]);
  });

  test.each(['Shopping for Saturday:', 'Groceries for the weekend:', 'Einkaufsliste für Oma:'])(
    '[Q7] the title of a list is no category: %s',
    (title) => {
      const name = title.slice(0, -1);
      expect(readAll(`${title}\nmilk`)).toEqual([`?heading ${name}`, `milk @${name}`]);
    },
  );

  test('[Q7] the title of a recipe may say how many it serves, and another note makes it an item', () => {
    expect(readAll('Lasagna (serves 4)\n\nIngredients\n2 onions')).toEqual([
      '?title Lasagna | serves 4',
      '?heading Ingredients',
      '2 | onions @Ingredients',
    ]);
    expect(readAll('Lasagna (fresh)\n\nIngredients\n2 onions')[0]).toBe('Lasagna | fresh');
  });

  test('[Q7] an “and” with nothing after it is no item', () => {
    expect(readAll('oz , 2 and , about')).toEqual(['oz', '2', 'about']);
  });

  test('[Q7] a category ends at a blank line', () => {
    expect(readAll('Bakery:\nrolls\n\nchickpeas\nfrozen pizza')).toEqual([
      'rolls @Bakery+',
      'chickpeas',
      'frozen pizza',
    ]);
    expect(readAll('Dairy\n\nyogurt\nbutter')).toEqual(['yogurt @Dairy+', 'butter @Dairy+']);
  });

  test('[Q7] the parts of a recipe are headings in any language, and hide no item below them', () => {
    expect(readAll('For the sauce\n2 tbsp soy sauce\nTo serve\nlime wedges')).toEqual([
      '?heading For the sauce',
      '2 tbsp | soy sauce @For the sauce',
      '?heading To serve',
      'lime wedges @To serve',
    ]);
    expect(readAll('Ingrédients pour 4 personnes\n3 pommes\nÉtapes\nCuire 30 minutes.')).toEqual([
      '?heading Ingrédients pour 4 personnes',
      '3 | pommes @Ingrédients pour 4 personnes',
      '?heading Étapes',
      '?step Cuire 30 minutes. @Étapes',
    ]);
  });

  test('[Q7] only a time, a temperature or a serving with its word is left out', () => {
    expect(readAll('Serves 4\nPrep: 10 min, cook: 20 min\nPreheat oven to 350°F')).toEqual([
      '?serving Serves 4',
      '?time Prep: 10 min, cook: 20 min',
      '?time Preheat oven to 350°F',
    ]);
    expect(readAll('Total 0% yogurt\nCook & serve 3 pudding\n5 minute oats')).toEqual([
      'Total 0% yogurt',
      'Cook & serve 3 pudding',
      '5 minute oats',
    ]);
  });
});

test('[Q7] a heading of a category that the list does not have becomes that category, with its items in the same line or below', () => {
  expect(readAll('Gardening: tulip bulbs\nTools:\nhammer\nnails')).toEqual([
    'tulip bulbs @Gardening+',
    'hammer @Tools+',
    'nails @Tools+',
  ]);
  expect(readAll('Milk: oat\nEggs: 12')).toEqual(['Milk: oat', '12 | Eggs']);
});

test.each(['dentist 14:30', 'party at 7:30', '10:00 haircut', 'Sat 12:30 lunch', 'dentist 9:15am', 'mix 2:1'])(
  '[Q7] the colon of a clock time or a ratio ends no heading, and none of its numbers is an amount: %s',
  (line) => {
    expect(readAll(`tofu\n${line}\nbread`)).toEqual(['tofu', line, 'bread']);
  },
);

test('[Q7] a number after the colon of a heading or of a name is still read', () => {
  expect(readAll('Dairy:2 yogurts\nDay 1: 2 eggs\nEggs:12')).toEqual([
    '2 | yogurts @Dairy+',
    '?heading Day 1',
    '2 | eggs @Day 1',
    '12 | Eggs',
  ]);
});

test('[Q7] lines that count up from 1 are numbered', () => {
  expect(readAll('1 milk\n2 eggs\n3 bread')).toEqual(['milk', 'eggs', 'bread']);
  expect(readAll('1 milk / 2 eggs / 3 bread')).toEqual(['milk', 'eggs', 'bread']);
  expect(readAll('1 milk\n2 eggs\n6 lemons')).toEqual(['1 | milk', '2 | eggs', '6 | lemons']);
  expect(readAll('1\tmilk\n2\teggs\n3\tbread')).toEqual(['milk', 'eggs', 'bread']);
});

test('[Q7] numbers that happen to count up from 1 are amounts if one of them has a unit, or if they are in a column', () => {
  const written = ['1 kg | flour', '2 l | milk', '3 | lemons'];
  expect(readAll('1 kg flour\n2 l milk\n3 lemons')).toEqual(written);
  expect(readAll('1 kg flour; 2 l milk; 3 lemons')).toEqual(written);
  expect(readAll('1 kg flour / 2 l milk / 3 lemons')).toEqual(written);
  expect(readAll('Item\tQty\tUnit\nflour\t1\tkg\nmilk\t2\tl\nlemons\t3\t')).toEqual(written);
  expect(readAll('1 onion\n2 garlic\n3 tbsp olive oil')).toEqual(['1 | onion', '2 | garlic', '3 tbsp | olive oil']);
  const counted = ['1 | Milk', '2 | Eggs', '3 | Bread'];
  expect(readAll('| Item | Qty |\n|---|---|\n| Milk | 1 |\n| Eggs | 2 |\n| Bread | 3 |')).toEqual(counted);
  expect(readAll('Milk\t1\nEggs\t2\nBread\t3')).toEqual(counted);
});

test('[Q7] tables have the amounts and categories of their columns', () => {
  expect(readAll('| Item | Qty | Aisle |\n|---|---|---|\n| Milk | 2 | Dairy |\n| Rolls | 6 | Bakery |')).toEqual([
    '2 | Milk @Dairy+',
    '6 | Rolls @Bakery+',
  ]);
  expect(readAll('Milk\t2\tl\nBread\t1')).toEqual(['2 l | Milk', '1 | Bread']);
});

test('[Q7] an empty cell of a spreadsheet moves no other cell to another column', () => {
  expect(readAll('Item\tQty\tUnit\tAisle\nMilk\t2\tl\tDairy\nRolls\t6\t\tBakery\nEggs\t\t\tDairy\nBread')).toEqual([
    '2 l | Milk @Dairy+',
    '6 | Rolls @Bakery+',
    'Eggs @Dairy+',
    'Bread',
  ]);
  expect(readAll('Milk\t\t2 l\n\tBread')).toEqual(['2 l | Milk', 'Bread']);
});

test('[Q7] several tabs may only align the columns of a table', () => {
  expect(readAll('Item\t\tQty\nMilk\t\t2\nToilet paper\t4')).toEqual(['2 | Milk', '4 | Toilet paper']);
});

test('[Q7] the check boxes of a spreadsheet, and an x in round brackets, are ticks', () => {
  const { lines } = parseListText('TRUE\tmilk\t2\nFALSE\teggs\n(x) bread\n( ) onions', {
    numbers,
    hasDetails: true,
    isKnownName: () => false,
    isCategoryName: () => false,
  });
  expect(lines.map((line) => [show(line), line.checked])).toEqual([
    ['2 | milk', true],
    ['eggs', false],
    ['bread', true],
    ['onions', false],
  ]);
});

test('[Q7] any bullet, arrow, emoji or box is a mark', () => {
  for (const mark of [
    '-',
    '•',
    '→',
    '=>',
    '»',
    '◆',
    '☐',
    '▢',
    '🥛',
    '👉 ',
    '1.',
    '2)',
    '⭐️',
    '- [ ]',
    '❯'.replace('❯', '➤'),
  ])
    expect(readAll(`${mark} tofu`)).toEqual(['tofu']);
  expect(readAll('[ 10 ] eggs\nlemons [ 3 ]\nmilk,\na; b')).toEqual(['10 | eggs', '3 | lemons', 'milk', 'a', 'b']);
});

test('[Q7] emoji are the name of a line that has nothing else but a count', () => {
  expect(readAll('🍎x6\n🍌 6\n- [ ] 🥛 x2\n2 🍞\n🍎🍐 x 3\n🇮🇹 4')).toEqual([
    '6 | 🍎',
    '6 | 🍌',
    '2 | 🥛',
    '2 | 🍞',
    '3 | 🍎🍐',
    '4 | 🇮🇹',
  ]);
  expect(readAll('🥛 2 l milk\n🥛2 milk\n6 eggs 🥚\n👉 x2')).toEqual(['2 l | milk', '2 | milk', '6 | eggs', '2 | 👉']);
});

test('[Q7] what a chat says around the items is shown with the reason', () => {
  expect(readAll('We need: eggs, bacon\nalso 6 eggs\n2 avocados please\n<Media omitted>\nok')).toEqual([
    '?chat We need',
    'eggs',
    'bacon',
    '?chat also',
    '6 | eggs',
    '2 | avocados',
    '?chat please',
    '?chat <Media omitted>',
    '?chat ok',
  ]);
});

test('[Q7] each message of a chat is read as if it were pasted alone', () => {
  expect(readAll('[12:30, 4/5/2026] Anna: milk and eggs\n[12:31, 4/5/2026] Ben: bread')).toEqual([
    'milk',
    'eggs',
    'bread',
  ]);
  expect(readAll('milk and eggs\nbread')).toEqual(['milk and eggs', 'bread']);
});

test('[Q7] messages that WhatsApp copies without a year or a date are read without their senders', () => {
  expect(
    readAll('[11/28, 10:02 AM] Anna: milk\n[11/28, 10:03 AM] Ben: eggs and bread\n[11/28, 10:04 AM] Ben left'),
  ).toEqual(['milk', 'eggs', 'bread', '?chat [11/28, 10:04 AM] Ben left']);
  expect(readAll('[28.11., 10:02] Anna: 2 Birnen\n[10:02, 28.11.] Ben: Brot')).toEqual(['2 | Birnen', 'Brot']);
  expect(readAll('[10:02 AM] Anna: milk\n[10:03] Ben: eggs')).toEqual(['milk', 'eggs']);
  expect(readAll('[10:02] haircut')).toEqual(['[10:02] haircut']);
});

test('[Q7] messages that Telegram copies are read without the line of their senders', () => {
  expect(readAll('Anna, [28.11.2026 10:02]\nmilk and eggs\n\nBen B, [11/28/2026 10:03 AM]:\n2 bread')).toEqual([
    'milk',
    'eggs',
    '2 | bread',
  ]);
});

test.each([
  'Can you get',
  'Here’s my list',
  'Things to get',
  'Get today',
  'Also',
  'From Costco',
  'Need from Tesco',
  'Hi Ben, shopping list',
  'Hier ist meine Einkaufsliste',
  'Voici ma liste',
  'Esta es la lista',
])('[Q7] a request above its items is shown, and is no category: %s', (request) => {
  expect(readAll(`${request}:\ntofu\nbread`)).toEqual([`?heading ${request}`, `tofu @${request}`, `bread @${request}`]);
});

test('[Q7] a request with its items after a colon is no category', () => {
  expect(readAll('Can you grab: tofu, eggs\nPlease buy: milk\nCould you pick up: rice, bread?\nAlso: figs')).toEqual([
    '?chat Can you grab',
    'tofu',
    'eggs',
    '?chat Please buy',
    'milk',
    '?chat Could you pick up',
    'rice',
    'bread',
    '?chat Also',
    'figs',
  ]);
  expect(readAll('From Costco: tofu, eggs')).toEqual([
    '?heading From Costco',
    'tofu @From Costco',
    'eggs @From Costco',
  ]);
});

test('[Q7] words that only resemble a request are categories', () => {
  expect(readAll('Mom:\ntofu\nFrom the garden:\nmint\nGet well cards:\nroses\nMaybe: chips')).toEqual([
    'tofu @Mom+',
    'mint @From the garden+',
    'roses @Get well cards+',
    'chips @Maybe+',
  ]);
});

test.each([
  ['Shopping list 12/5', 'Shopping list 12/5'],
  ['Shopping list 28.11.', 'Shopping list 28.11.'],
  ['Groceries (3)', '3 | Groceries'],
  ['Groceries (5 items)', 'Groceries | 5 items'],
  ['Shopping List (Alexa)', 'Shopping List | Alexa'],
])('[Q7] the name of a list may have a date, a count or an app after it: %s', (title, shown) => {
  expect(readAll(`${title}\ntofu\nbread`)).toEqual([`?heading ${shown}`, 'tofu', 'bread']);
});

test('[Q7] a word that is often the name of a list is an item with another note, or below another item', () => {
  expect(readAll('Food (dog)\ntofu\nGroceries (3)')).toEqual(['Food | dog', 'tofu', '3 | Groceries']);
});
