/** Which misspelled names are recognized, and which names are left alone. */
import { expect, test } from 'vitest';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import { findNearName, findResembling, isTypo } from './find-resembling.ts';
import { guessCategory } from './guess-category.ts';
import { createKnownNames, type KnownNames } from './known-names.ts';

const knowCatalogue = (...own: readonly string[]): KnownNames => {
  const known = createKnownNames();
  for (const { name, category } of CATALOGUE_ITEMS) known.remember(name, category, 'catalogue');
  for (const name of own) known.remember(name, 'own');
  return known;
};

test.each([
  ['brocoli', 'Broccoli'],
  ['Brocolli', 'Broccoli'],
  ['strawbery', 'Strawberries'],
  ['bannana', 'Bananas'],
  ['ketchupp', 'Ketchup'],
  ['Mayonaise', 'Mayonnaise'],
  ['shampo', 'Shampoo'],
  ['panut butter', 'Peanut Butter'],
  ['Avacado', 'Avocados'],
])('[L8] %j resembles %j', (typed, name) => {
  expect(findResembling(knowCatalogue(), typed)?.name).toBe(name);
});

test.each([
  ['another word', "za'atar"],
  ['another word that begins with another letter', 'toffee'],
  ['a word of a longer known name', 'chops'],
  ['the beginning of a known name', 'brocc'],
  ['a longer name that begins with a known one', 'applesauce'],
  ['a short word', 'mlik'],
  ['a name with digits', 'omega 6'],
  ['nothing', ''],
  ['a pasted paragraph', 'brocoli '.repeat(400)],
])('[L8] %s resembles none: %j', (_why, typed) => {
  expect(findResembling(knowCatalogue('Omega 3'), typed)).toBeUndefined();
});

test('[L8] the closest name wins, and of equally close names the one used last', () => {
  expect(findResembling(knowCatalogue('Tamarind Paste', 'Tamarind Pasta'), 'tamarind pastu')?.name).toBe(
    'Tamarind Pasta',
  );
  expect(findResembling(knowCatalogue('Broccolini'), 'brocoli')?.name).toBe('Broccoli');
});

/** Everything that the app recognizes in a new demo. */
const knowAll = (...own: readonly string[]): KnownNames => {
  const known = knowCatalogue(...own);
  for (const { name, category } of readCommonNames()) known.remember(name, category, 'catalogue');
  return known;
};

test.each([
  ['chedar', 'Cheddar', 'Dairy & Eggs'],
  ['parmesean', 'Parmesan', 'Dairy & Eggs'],
  ['mozarella', 'Mozzarella', 'Dairy & Eggs'],
  ['yogart', 'Yogurt', 'Dairy & Eggs'],
  ['margerine', 'Margarine', 'Dairy & Eggs'],
  ['cream chese', 'Cream Cheese', 'Dairy & Eggs'],
  ['almond mlik', 'Almond Milk', 'Dairy & Eggs'],
  ['zuchini', 'Zucchini', 'Fruits & Vegetables'],
  ['cabage', 'Cabbage', 'Fruits & Vegetables'],
  ['letuce', 'Lettuce', 'Fruits & Vegetables'],
  ['rasberries', 'Raspberries', 'Fruits & Vegetables'],
  ['bluberries', 'Blueberries', 'Fruits & Vegetables'],
  ['cucmber', 'Cucumbers', 'Fruits & Vegetables'],
  ['spinich', 'Spinach', 'Fruits & Vegetables'],
  ['califlower', 'Cauliflower', 'Fruits & Vegetables'],
  ['jalepeno', 'Jalapeños', 'Fruits & Vegetables'],
  ['mushroms', 'Mushrooms', 'Fruits & Vegetables'],
  ['canteloupe', 'Cantaloupe', 'Fruits & Vegetables'],
  ['appels', 'Apples', 'Fruits & Vegetables'],
  ['onoins', 'Onions', 'Fruits & Vegetables'],
  ['chiken', 'Chicken', 'Meat'],
  ['sausauge', 'Sausages', 'Meat'],
  ['ground beaf', 'Ground Beef', 'Meat'],
  ['salmn', 'Salmon', 'Seafood'],
  ['tilapea', 'Tilapia', 'Seafood'],
  ['croisant', 'Croissants', 'Bakery'],
  ['bagette', 'Baguettes', 'Bakery'],
  ['lentels', 'Lentils', 'Pantry'],
  ['chickpees', 'Chickpeas', 'Pantry'],
  ['wafles', 'Waffles', 'Frozen Foods'],
  ['cofee', 'Coffee', 'Beverages'],
  ['orange jiuce', 'Orange Juice', 'Beverages'],
  ['lemonaid', 'Lemonade', 'Beverages'],
  ['bateries', 'Batteries', 'Household'],
  ['toilet papper', 'Toilet Paper', 'Household'],
  ['detergant', 'Detergent', 'Household'],
  ['deoderant', 'Deodorant', 'Personal Care'],
  ['toothbrsh', 'Toothbrushes', 'Personal Care'],
  ['choclate', 'Chocolate', 'Snacks'],
  ['marshmellows', 'Marshmallows', 'Snacks'],
  ['mustad', 'Mustard', 'Condiments & Sauces'],
  ['spagetti', 'Spaghetti', 'Pasta & Rice'],
  ['cerial', 'Cereal', 'Breakfast'],
  ['cinammon', 'Cinnamon', 'Baking Supplies'],
  ['guacomole', 'Guacamole', 'Condiments & Sauces'],
  ['buritos', 'Burritos', 'International Foods'],
  ['asprin', 'Aspirin', 'Pharmacy'],
])('[L8] %j resembles %j, in %s', (typed, name, category) => {
  const known = knowAll();
  expect(findResembling(known, typed)?.name).toBe(name);
  const id = guessCategory(known, typed);
  expect(CATALOGUE_CATEGORIES.find((each) => each.id === id)?.name).toBe(category);
});

const NOT_A_TYPO =
  'batter,beads,bears,bike,birthday,books,boots,bowls,bucket,cable,chops,coats,colander,curry,dentist,doll,drill,dress,filter,' +
  'funnel,gloves,grate,grave,hammer,harissa,hats,hooks,hose,kettle,ladder,lager,lamp,library,macaroons,margarita,mirror,mlik,' +
  'mugs,nails,needles,paints,pants,passport,paste,pillow,plumber,post office,puzzle,radio,rake,saline,screws,shirt,shoes,' +
  "socks,stickers,stockings,stout,sweater,tent,toffee,toys,tulips,umbrella,vase,wrench,xylophone,za'atar";

test.each(NOT_A_TYPO.split(','))('[L8] %j is not a typo', (typed) => {
  expect(findResembling(knowAll(), typed)).toBeUndefined();
});

test.each([
  'baby milk,baby rice,baby bibs,baby lotion,baby wash,kitchen foil,black bags,some milk,sma milk,hand wash,fish stock,corn oil,' +
    'hair gel,dog milk,lamb shank,pet milk,car wash,nut milk,rice milk,goat milk,ham salad,hot cakes,beef ribs,pull ups,pop tarts',
])('[L8] [L13] a name of other known words, and one without its hyphen, are near none: %s', (names) => {
  const near = names.split(',').map((name) => [name, findNearName(knowAll(), name)?.name]);
  expect(near.filter(([, found]) => found !== undefined)).toEqual([]);
});

test.each([
  ['cup cakes', 'Cupcakes'],
  ['bottle water', 'Bottled Water'],
  ['ice tea', 'Iced Tea'],
  ['bred crumbs', 'Bread Crumbs'],
  ['chedar chese', 'Cheddar Cheese'],
  ['oat mlik', 'Oat Milk'],
])('[L13] %j is still near %j', (typed, name) => {
  expect(findNearName(knowAll('Cheddar Cheese'), typed)?.name).toBe(name);
});

test('[L8] a misspelled first or last word of known names becomes that word, in its spelling there', () => {
  const known = knowCatalogue('Roasted Harissa', 'Manchego extra old');
  expect(findResembling(known, 'harisa')).toMatchObject({ name: 'Harissa', category: 'own' });
  expect(findResembling(known, 'Manchgo')).toMatchObject({ name: 'Manchego', category: 'own' });
  expect(guessCategory(known, 'manchgo')).toBe('own');
});

test('[L8] a misspelled word of known names in different categories resembles none of them', () => {
  const known = knowCatalogue('Roasted Harissa');
  known.remember('Harissa Chips', 'snacks');
  expect(findResembling(known, 'harisa')).toBeUndefined();
});

test('[L8] a name that resembles a whole known name is not compared with words of names', () => {
  expect(findResembling(knowCatalogue('Harissa', 'Harisse sauce'), 'harisas')?.name).toBe('Harissa');
});

test('[L8] a known name is never a typo of another', () => {
  const known = knowAll();
  const typos = [...known.list()].filter(({ name }) => findResembling(known, name) !== undefined);
  expect(typos).toEqual([]);
});

test.each([
  ['bred', 'Bread'],
  ['mlik', 'Milk'],
  ['millk', 'Milk'],
  ['egs', 'Eggs'],
  ['eggss', 'Eggs'],
  ['buter', 'Butter'],
  ['bananna', 'Bananas'],
  ['tomatos', 'Tomatoes'],
  ['Potatos', 'Potatoes'],
  ['berrys', 'Berries'],
])('[L13] %j is near %j', (typed, name) => {
  expect(findNearName(knowAll(), typed)?.name).toBe(name);
});

test.each([
  ['the singular of a known name', 'tomato'],
  ['a wrong letter in a short word, which is often another word', 'bear'],
  ['another first letter', 'ilk'],
  ['two letters', 'br'],
  ['a name with digits', 'v9'],
  ['a word that has nothing to do with groceries', 'halloumi'],
  ['a foreign word', 'Zimtsterne'],
  ['nothing', ''],
  ['a pasted paragraph', 'bred '.repeat(400)],
])('[L13] nothing is near %s: %j', (_why, typed) => {
  expect(findNearName(knowAll(), typed)).toBeUndefined();
});

test('[L13] a known name is never near another', () => {
  const known = knowAll();
  expect([...known.list()].filter(({ name }) => findNearName(known, name) !== undefined)).toEqual([]);
});

test('[L8] a short name that may be a slip is offered, but guesses no category', () => {
  expect(guessCategory(knowAll(), 'bred')).toBeNull();
});

import fc from 'fast-check';

test.each([
  ['mlik', 'milk', 1],
  ['mikl', 'milk', 1],
  ['mlk', 'milk', 1],
  ['millk', 'milk', 1],
  ['mulk', 'milk', 1],
  ['aple', 'apples', 1],
  ['bannana', 'bananas', 1],
  ['brocolli', 'broccoli', 2],
])('[L8] %s is the beginning of %s with typos: %i', (typed, text, typos) => {
  expect(isTypo({ loose: typed, typos }, text)).toBe(true);
});

test.each([
  ['mlki', 'milk', 1],
  ['rice', 'milk', 1],
  ['milkshake', 'milk', 2],
  ['abc', '', 2],
])('[L8] %s is not %s for %i', (typed, text, typos) => {
  expect(isTypo({ loose: typed, typos }, text)).toBe(false);
});

test('[L8] starts at a later word if asked to', () => {
  expect(isTypo({ loose: 'aplle', typos: 1 }, 'green apples', 6)).toBe(true);
  expect(isTypo({ loose: 'aplle', typos: 1 }, 'green apples')).toBe(false);
});

test('[L8] agrees with the table of optimal string alignment', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 2 }), (typed, text, typos) => {
      expect(isTypo({ loose: typed, typos }, text)).toBe(distanceToStart(typed, text) <= typos);
    }),
    { numRuns: 20_000 },
  );
});

/** The textbook algorithm: the table's last row has the distance to each beginning of the text. */
function distanceToStart(typed: string, text: string): number {
  const known = new Map<string, number>();
  const at = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const cell = `${row} ${column}`;
    const distance = known.get(cell) ?? Math.min(...ways(row, column));
    known.set(cell, distance);
    return distance;
  };
  const ways = (row: number, column: number): readonly number[] => [
    at(row - 1, column) + 1,
    at(row, column - 1) + 1,
    at(row - 1, column - 1) + (typed[row - 1] === text[column - 1] ? 0 : 1),
    isSwap(row, column) ? at(row - 2, column - 2) + 1 : Infinity,
  ];
  const isSwap = (row: number, column: number): boolean =>
    Math.min(row, column) > 1 && typed[row - 1] === text[column - 2] && typed[row - 2] === text[column - 1];
  return Math.min(...Array.from({ length: text.length + 1 }, (_, column) => at(typed.length, column)));
}
