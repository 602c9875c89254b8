/** What people paste from chats, notes and mails, read with the names that the app knows (product Q4, Q7). */
import { expect, test } from 'vitest';
import { readEverydayText } from '#core/testing/everyday-text.ts';

test.each([
  ['milk and eggs on the way home', ['milk', 'eggs', '?chat on the way home']],
  ['We’re nearly out of milk', ['?chat We’re nearly out of', 'milk']],
  ['milk and bread please x', ['milk', 'bread', '?chat please x']],
  ['milk, eggs & bread x', ['milk', 'eggs', 'bread', '?chat x']],
  ['Thai basil xx', ['Thai basil', '?chat xx']],
  ['Milk, bread. Thanks x', ['Milk', 'bread', '?chat Thanks x']],
  ['cat food, we’re nearly out', ['cat food', '?chat we’re nearly out']],
  ['get toilet roll, we’ve run out, and bread', ['?chat get', 'toilet roll', 'bread', '?chat we’ve run out']],
  ['can you get milk tonight, if you can?', ['?chat can you get', 'milk', '?chat tonight if you can']],
  ['Milch und Brot auf dem Heimweg bitte', ['Milch und Brot', '?chat auf dem Heimweg bitte']],
  ['pick up milk & bread. Love you x', ['?chat pick up', 'milk', 'bread', '?chat Love you x']],
  ['get a dozen eggs & some bread', ['?chat get', '1 dozen | eggs', 'bread']],
  ['get eggs (free range) and milk', ['?chat get', 'eggs | free range', 'milk']],
])('[Q7] what a message says after its items is in no name: %s', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each([
  ['zaatar\nhiya x', ['zaatar', '?chat hiya x']],
  ['zaatar\nthanks x', ['zaatar', '?chat thanks x']],
  ['zaatar\nTotal: £3.40', ['zaatar', '?sum Total: £3.40']],
])('[Q7] one thing above a line that is nothing to buy is no title: %s', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test('[Q7] a message ends with several polite words', () => {
  expect(
    readEverydayText(
      'Hi love, can you pick up a loaf of bread and bananas on the way home please? Don’t forget the wine xx',
    ),
  ).toEqual([
    '?chat Hi love, can you pick up',
    '1 loaf | bread',
    'bananas',
    'wine',
    '?chat on the way home please Don’t forget xx',
  ]);
});

test.each([
  'Thanks xx',
  'thank you!! x',
  'xx',
  'we’re nearly out',
  'Sent from my iPhone',
  'Von meinem iPhone gesendet',
])('[Q7] a line without an item is part of the chat: %s', (line) => {
  expect(readEverydayText(`milk\n${line}`)).toEqual(['milk', `?chat ${line}`]);
});

test('[Q7] a single letter may be a part of a name, and an x may be before a number', () => {
  expect(readEverydayText('Planet x\nmilk x2\nmilk 2 x\n2 lemons, unwaxed if possible')).toEqual([
    'Planet x',
    '2 | milk',
    '2 | milk',
    '2 | lemons | unwaxed if possible',
  ]);
});

test.each([
  ['milk, salt and vinegar crisps, bread', ['milk', 'salt and vinegar crisps', 'bread']],
  ['milk, bread, ham and cheese sandwich', ['milk', 'bread', 'ham and cheese sandwich']],
  ['lemon & ginger tea, macaroni and cheese, milk', ['lemon & ginger tea', 'macaroni and cheese', 'milk']],
  ['get milk and sour cream and onion crisps', ['?chat get', 'milk', 'sour cream and onion crisps']],
  ['can you get fish and chips and peas', ['?chat can you get', 'fish and chips', 'peas']],
  ['milk, beef and tofu pie, bread', ['milk', 'beef and tofu pie', 'bread']],
  ['get ham and cheese', ['?chat get', 'ham', 'cheese']],
  ['get cheese and onions and milk', ['?chat get', 'cheese', 'onions', 'milk']],
  ['fish and chips and eggs, milk', ['fish and chips', 'eggs', 'milk']],
  ['milk, ham and eggs, bread and butter', ['milk', 'ham', 'eggs', 'bread', 'butter']],
  ['hi, pls get brown bread & milk', ['?chat hi, pls get', 'brown bread', 'milk']],
  ['Pls get mac and cheese and red wine', ['?chat Pls get', 'mac and cheese', 'red wine']],
])('[Q4] two flavors of one thing are one item: %s', (text, items) => {
  expect(readEverydayText(text)).toEqual(items);
});

test.each([
  ['beer (6 pack)', 'beer | 6 pack'],
  ['toilet roll (9-pack)', 'toilet roll | 9-pack'],
  ['7-Up 6 pack', '7-Up | 6 pack'],
  ['Crisps: 6 pack', 'Crisps | 6 pack'],
  ['butter (2 packs)', '2 packs | butter'],
  ['milk x 2 pints', '2 pt | milk'],
  ['coke x6 cans', '6 cans | coke'],
  ['cola 6 x 330 ml', '6 | cola | 330 ml'],
])('[Q7] the size of a pack is no count, and an x is before one: %s', (line, item) => {
  expect(readEverydayText(line)).toEqual([item]);
});

test.each([
  ['Vegetables: carrots, onions', ['carrots @Vegetables', 'onions @Vegetables']],
  ['Veg: carrots, 2 peppers', ['carrots @Veg', '2 | peppers @Veg']],
  ['Meat: 2\nFish: 3', ['2 | Meat', '3 | Fish']],
  ['Cheese: cheddar', ['Cheese: cheddar']],
  ['Fish\n- cod\nVeg\n- leeks', ['cod @Fish', 'leeks @Veg']],
  ['Veg\nleeks\n\nFruit\napples', ['leeks @Veg', 'apples @Fruit']],
  ['Fruit\nbread\nFish', ['Fruit', 'bread', 'Fish']],
  ['Fruit\nbread\n\nmilk\neggs', ['Fruit', 'bread', 'milk', 'eggs']],
])('[Q7] a group of food is a heading by its place: %s', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each([
  ['2\tl\tmilk', ['2 l | milk']],
  ['1\tcup\tmilk\nsome\tsalt', ['1 cup | milk', 'salt | some']],
  ['Item\tQty\tStore\nmilk\t2\tTesco', ['2 | milk | Tesco']],
  ['Product\tQuantity\tColor\nmilk\t2\tblue', ['2 | milk | blue']],
  ['o\tmilk\n·\tbread', ['milk', 'bread']],
  ['Milk;2\nEggs; 12', ['2 | Milk', '12 | Eggs']],
  ['Milk,2\nEggs,12', ['2 | Milk', '12 | Eggs']],
  ['Flour: 2.25, Sugar: 1.25\nmilk 2 x £1.45', ['2.25 | Flour', '1.25 | Sugar', '2 | milk | £1.45']],
  ['milk\ncrisps 2 for 3.00\nmeet at 10.30', ['milk', 'crisps | 2 for 3.00', 'meet at 10.30']],
  ['Bread 1.10\nEggs x12 2.50\nCASH 5.00', ['Bread | 1.10', '12 | Eggs | 2.50', '?sum CASH 5.00']],
  [
    'OATS 3.48 F\nMilk 2L x 2 £2.90\noil 0.75 l\nBrot 2,49 A',
    ['OATS | 3.48 F', '2 | Milk 2L | £2.90', '0.75 l | oil', 'Brot | 2,49 A'],
  ],
  ['12 1st class stamps\n✗ milk\n==eggs==', ['12 | 1st class stamps', 'milk', 'eggs']],
  ['Item,Quantity,Category\n"Milk, whole",2,Dairy', ['2 | Milk | whole @Dairy']],
  ['milk; 2 eggs; bread', ['milk', '2 | eggs', 'bread']],
  ['1,5 l milk\nmilk,eggs,bread', ['1.5 l | milk', 'milk', 'eggs', 'bread']],
])('[Q7] the rows of tables and files are items: %j', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test('[Q7] an address with its name is no item', () => {
  expect(readEverydayText('Recipe: https://example.com/chili\n2 onions')).toEqual([
    '?link Recipe: https://example.com/chili',
    '2 | onions',
  ]);
});

test.each(['t-shirt 2XL', 'HP 305XL', '2B pencils', '3D puzzle', '4K cable', '5w30 oil'])(
  '[Q7] the number of a code is no amount: %s',
  (name) => {
    expect(readEverydayText(name)).toEqual([name]);
  },
);

test('[Q7] a number before a name without a space is an amount, and a letter may count the lines', () => {
  expect(readEverydayText('6eggs\n2L coke\nPampers 4+ (72)\n2X milk\n12CT eggs')).toEqual([
    '6 | eggs',
    '2 l | coke',
    '72 | Pampers 4+',
    '2 | milk',
    'eggs | 12CT',
  ]);
  expect(readEverydayText('a. milk\nb) eggs')).toEqual(['milk', 'eggs']);
  expect(readEverydayText('s. pellegrino\nd. Milk')).toEqual(['s. pellegrino', 'd. Milk']);
});

test.each([
  ['Shopping list - 3 Dec\nMilk £1.45', ['?heading Shopping list - 3 Dec', 'Milk | £1.45']],
  ['Costco run\nmilk', ['?heading Costco run', 'milk']],
  ['Subject: shopping\nHi,\nmilk', ['?chat Subject: shopping', '?chat Hi,', 'milk']],
  ['milk + eggs + bread', ['milk', 'eggs', 'bread']],
  ['Milk.......2\nEggs → 12\n“bread”', ['2 | Milk', '12 | Eggs', 'bread']],
  [
    'Can we add loo roll to the list? Also running low on coffee',
    ['?chat Can we add', 'loo roll', 'coffee', '?chat to the list Also running low on'],
  ],
  [
    '6 pack of beer, 2 bottles of wine, a bottle of gin & tonic water',
    ['beer | 6 pack', '2 bottles | wine', '1 bottle | gin & tonic water'],
  ],
])('[Q7] notes, mails and messages are read as people mean them: %j', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each([
  'Milch 1,5',
  'Kartoffeln 2,5',
  'Milk 2,50',
  'Rice 1,000',
  'Pampers 4,5',
  'Butter 1,99',
  'Hennessy XO',
  'Remy Martin XO',
  'Dos XX',
  't-shirt XXX',
])('[Q7] a decimal after a name, and a name like kisses, stay in the name: %j', (text) => {
  expect(readEverydayText(text)).toEqual([text]);
});

test.each([
  ['milk, pork and beans', ['milk', 'pork and beans']],
  ['rice and peas and milk, eggs', ['rice and peas', 'milk', 'eggs']],
])('[Q4] a pair that is no known name is one item of a line: %j', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each([
  ['bread eggs milk', ['bread', 'eggs', 'milk']],
  ['milk bread some eggs', ['milk', 'bread', 'eggs']],
  ['milk bread butter cheese', ['milk', 'bread', 'butter', 'cheese']],
  ['milk 2 pints orange juice bread', ['2 pt | milk', 'orange juice', 'bread']],
  ['bread 6 eggs milk', ['bread', '6 | eggs', 'milk']],
  ['um milk and some cheese please', ['?chat um', 'milk', 'cheese', '?chat please']],
  ['um washing tablets, bin bags and some cheese', ['?chat um', 'washing tablets', 'bin bags', 'cheese']],
  ['milk and gin and tonic', ['milk', 'gin and tonic']],
  ['2 eggs 1 bread', ['2 | eggs', '1 | bread']],
  ['milk x2 bread x1', ['2 | milk', '1 | bread']],
  ['we need bread eggs milk and cheese', ['?chat we need', 'bread', 'eggs', 'milk', 'cheese']],
  ['we need ham cheese pizza and cola', ['?chat we need', 'ham cheese pizza', 'cola']],
  [
    'Hey Siri add milk and bread to my shopping list',
    ['?chat Hey Siri add', 'milk', 'bread', '?chat to my shopping list'],
  ],
  ['add hooks', ['add hooks']],
])('[Q4] a text that is dictated without commas is split if the app knows all of it: %s', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each([
  'orange juice',
  'Honey Nut Cheerios',
  'milk bread',
  'chicken thighs rice',
  'bread eggs zaatar milk',
  'ham cheese sandwich',
  'chicken noodle soup',
  'cheese pizza',
])('[Q4] two words may be one thing, and a word may be unknown: %s', (text) => {
  expect(readEverydayText(text)).toEqual([text]);
  expect(readEverydayText(`${text}\nsalt`)).toEqual([text, 'salt']);
});

test('[Q4] words without commas are one item among other lines', () => {
  expect(readEverydayText('bread eggs milk\nsalt')).toEqual(['bread eggs milk', 'salt']);
});

test.each([
  [
    'can you grab milk (2 pints) & a loaf on ur way home??',
    ['?chat can you grab', '2 pt | milk', '1 | loaf', '?chat on ur way home'],
  ],
  ['get milk & some nice bread', ['?chat get', 'milk', 'nice bread']],
  ['crisps x2, ready salted x1', ['2 | crisps', '1 | ready salted']],
  ['+ wine 🍷 obvs', ['wine 🍷', '?chat obvs']],
])('[Q7] no item of a message is lost: %s', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each(['yep anything else', 'Hiya x', 'tks!', 'ok, great. thanks x'])(
  '[Q7] several things that are said in a row are no item: %s',
  (line) => {
    expect(readEverydayText(`milk\n${line}`)).toEqual(['milk', `?chat ${line}`]);
  },
);

test.each([
  ['1. milk 2. 6 eggs 3. bread', ['milk', '6 | eggs', 'bread']],
  ['☐ milk ☑ eggs ☐ bread', ['milk', 'eggs', 'bread']],
  ['[ ] milk [x] eggs', ['milk', 'eggs']],
  ['1. FC Köln scarf', ['FC Köln scarf']],
  ['No. 5 pasta 6. June', ['No. 5 pasta 6. June']],
])('[Q7] a list that lost its lines is split at its numbers or boxes: %s', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each(['Total: £45.20', 'Subtotal 12.50', 'Summe: 45,20 €'])('[Q7] the sum of a receipt is no item: %s', (line) => {
  expect(readEverydayText(`milk\n${line}`)).toEqual(['milk', `?sum ${line}`]);
  expect(readEverydayText('Total 0% yoghurt\nSum 41')).toEqual(['Total 0% yoghurt', 'Sum 41']);
});

const INGREDIENTS = ['500 g | mince', '1 | onion'];

test.each([
  ['Spag bol (serves 4)\n\n500g mince\n1 onion', ['?title Spag bol | serves 4', ...INGREDIENTS]],
  ['Spag bol (serves 4)\n500g mince\n1 onion', ['?title Spag bol | serves 4', ...INGREDIENTS]],
  ['500g mince\n1 onion\n\n1. Fry it.\n2. Serve.', [...INGREDIENTS, '?step Fry it.', '?step Serve.']],
  [
    '500g mince\n1 onion\n\n1. Fry the onion\n2. Add the mince\n3. Simmer',
    [...INGREDIENTS, '?step Fry the onion', '?step Add the mince', '?step Simmer'],
  ],
  [
    '2 milk\n3 eggs\n\n1. garlic bread\n2. wholemeal bread',
    ['2 | milk', '3 | eggs', 'garlic bread', 'wholemeal bread'],
  ],
  ['1. Bread for the party.\n2. Milk for coffee.', ['Bread for the party', 'Milk for coffee']],
])('[Q7] numbered lines below the ingredients are the steps of a recipe: %j', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test('[Q2] a bag for life is no bag of something', () => {
  expect(readEverydayText('2 bags for life\n1 bag of rice')).toEqual(['2 | bags for life', '1 bag | rice']);
});
