/** Lines of pasted texts that look like headings, counts, chats or lists, and are one item (product Q4, Q7). */
import { expect, test } from 'vitest';
import { readEverydayText } from '#core/testing/everyday-text.ts';

test.each([
  'chicken, leek and mushroom pie',
  'ham, pineapple and cheese pizza',
  'cheese, onion and tomato quiche',
  'apple, pear and rhubarb crumble',
  'tuna, sweetcorn and mayo sandwich',
  'mango, lime and coconut yogurt',
  'strawberry, banana and kiwi smoothie',
  'lime, chilli and coriander crisps',
  'Meat - mince, 500g',
  'Fruit - apples, 6',
  'Drinks - coke, 2L',
  'Fish - cod, 2 fillets',
  'Meat - beef, diced',
  'Vegetables - carrots, organic',
  '15-15-15',
  '5-10-10',
  'sure deodorant',
  '10:30 Dentist: bring card',
])('[Q4] is one item: %s', (text) => {
  const lines = readEverydayText(text);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/^\?/u);
});

test.each([
  ['~~milk~~\nbread\n~~eggs~~', ['milk', 'bread', 'eggs']],
  ['Milk\n£1.45\nQuantity: 2', ['2 | Milk', '?sum £1.45']],
  [
    'sumac\nzaatar\nharissa\n\nIngredients\n2 eggs',
    ['sumac', 'zaatar', 'harissa', '?heading Ingredients', '2 | eggs @Ingredients'],
  ],
  ['milk\n\nlove\nPimms', ['milk', '?chat love', 'Pimms']],
  ['Haribo\n\nBest\nPimms', ['Haribo', '?chat Best', 'Pimms']],
  ['bread\n\nplease,\nPimms', ['bread', '?chat please,', 'Pimms']],
  ['ok,\nPimms', ['?chat ok,', 'Pimms']],
])('[Q7] no item is hidden, and none is a heading: %j', (text, lines) => {
  expect(readEverydayText(text)).toEqual(lines);
});

test.each(['Dairy:\nQty: 2\nmilk', 'Total: £4\nQty: 2', 'milk\n\nQty: 2'])(
  '[Q4] a count belongs to no heading, sum or part above it: %j',
  (text) => {
    expect(readEverydayText(text).join('\n')).not.toMatch(/2 x|2 \| (?:Dairy|Total|milk)/u);
  },
);
