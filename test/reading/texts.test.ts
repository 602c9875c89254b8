/** Texts that people paste: chats and headings (product Q7), as the app reads them on an English device. */
import { describe, expect, test } from 'vitest';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import { showLine } from './show-line.ts';
import { createTextOptions } from './read-corpus.ts';

const readText = (text: string): readonly string[] => parseListText(text, createTextOptions('en')).lines.map(showLine);

test('[Q7] messages in a chat ask for items, and the rest of them is left out with a reason', () => {
  expect(
    readText(`[12:31, 4/5/2026] Anna: also 6 yogurts
[12:32, 4/5/2026] Anna: and toilet paper 9 pack pls
[12:33, 4/5/2026] Ben: <Media omitted>
[12:40, 4/5/2026] Ben: they don't have the yogurt
[12:41, 4/5/2026] Anna: then get 2 cottage cheese instead
[12:42, 4/5/2026] Ben: ok`),
  ).toEqual([
    '?chat also',
    '6 yogurts',
    '?chat and',
    'toilet paper (9 pack)',
    '?chat pls',
    '?chat <Media omitted>',
    "?chat they don't have the yogurt",
    '?chat then get',
    '2 cottage cheese',
    '?chat instead',
    '?chat ok',
  ]);
  expect(readText('We need: eggs, bacon').join(' ; ')).toBe('?chat We need ; eggs ; bacon');
  expect(readText('2 avocados please').join(' ; ')).toBe('2 avocados ; ?chat please');
  expect(readText("they don't have it").join(' ; ')).toBe("they don't have it");
});

test('[Q7] names and times above the messages of Slack and Discord are not items, and appointments stay', () => {
  expect(readText('Anna Smith  10:02 AM\nmilk\nBen  10:05 AM\nok')).toEqual(['milk', '?chat ok']);
  expect(readText('Anna — Today at 10:02 AM\nmilk\neggs\nBen — 11/28/2026 10:05 AM\nand bread')).toEqual([
    'milk',
    'eggs',
    '?chat and',
    'bread',
  ]);
  expect(readText('Dentist  10:30\nBank  11:30\nmilk').slice(0, 2)).toEqual(['Dentist 10:30', 'Bank 11:30']);
});

describe('headings', () => {
  test('[Q7] an unknown category with its items is offered as a new one', () => {
    expect(readText('Gardening: tulip bulbs').join(' ; ')).toBe('tulip bulbs @Gardening+');
    expect(readText('Tools: hammer').join(' ; ')).toBe('hammer @Tools+');
  });

  test('[Q7] an amount before a colon makes no heading, and neither do times', () => {
    expect(readText('1 tsp each: cumin, oregano').join(' ; ')).toBe('1 tsp cumin (each) ; oregano');
    expect(readText('Serves 6 | Prep: 15 min | Cook: 1 hr').join(' ; ')).toBe(
      '?serving Serves 6 | Prep: 15 min | Cook: 1 hr',
    );
  });

  test('[Q7] below bullets, a heading without a mark is a heading too', () => {
    expect(readText('Dairy\n- milk\n- eggs\n\nCostco\npaper towels\nOther\nbirthday card')).toEqual([
      'milk @Dairy+',
      'eggs @Dairy+',
      '?heading Costco',
      'paper towels',
      'birthday card @Other+',
    ]);
  });

  test.each([
    ['--- Dairy ---\nmilk\n--- Tools ---\nhammer', ['milk @Dairy+', 'hammer @Tools+']],
    ['Dairy - milk, cheese\ntofu', ['milk @Dairy+', 'cheese @Dairy+', 'tofu']],
    ['DAIRY\nmilk\nVEG\ncarrots', ['milk @DAIRY+', 'carrots @VEG+']],
    [
      'Fruits & Vegetables\n- Kiwis\nBread & Pastries\n- Bread',
      ['Kiwis @Fruits & Vegetables+', 'Bread @Bread & Pastries+'],
    ],
    ['Alexa Shopping List\nmilk\neggs', ['?heading Alexa Shopping List', 'milk', 'eggs']],
    ['Cathedral City Cheddar\nQuantity: 2\n£3.50\nQuark\nQty: 1', ['2 Cathedral City Cheddar', '?sum £3.50', 'Quark']],
  ])('[Q7] other apps mark headings, titles and amounts in their own ways: %j', (text, lines) => {
    expect(readText(text)).toEqual(lines);
  });

  test('[Q7] text above the ingredients of a recipe page is no item, unless the app knows it', () => {
    const above = ['Jump to recipe', 'Lemon Tart', 'Course: Dinner', 'Milk', '2 tofu skewers'];
    expect(readText([...above, 'Ingredients', '1x 2x 3x', '1 lb ground beef'].join('\n'))).toEqual([
      '?chat Jump to recipe',
      '?title Lemon Tart',
      '?title Course: Dinner',
      'Milk',
      '2 tofu skewers',
      '?heading Ingredients',
      '?serving 1x 2x 3x @Ingredients',
      '1 lb ground beef @Ingredients',
    ]);
  });

  test('[Q7] numbered items below amounts are no recipe steps', () => {
    const things = ['Nappies for the baby', 'Wine for Ann', 'Present for Ann'];
    expect(readText(`2 lb beef\n1 onion\n\n${things.map((thing, at) => `${at + 1}. ${thing}`).join('\n')}`)).toEqual([
      '2 lb beef',
      '1 onion',
      ...things,
    ]);
  });

  test('[Q7] a group that people also pack is an item among items', () => {
    expect(readText('passport\ndocuments\nphone charger')).toEqual(['passport', 'documents', 'phone charger']);
    expect(readText('socks\nhat\n\nDocuments\npassport')).toEqual(['socks', 'hat', 'passport @Documents+']);
  });
});

describe('messages and emails', () => {
  test.each([
    [
      '[28/11/2026, 10:02:15] Anna: \u200EMessages and calls are end-to-end encrypted. No one else can read them.\n[28/11/2026, 10:02:20] Anna: milk <This message was edited>',
      ['?chat Messages and calls are end-to-end encrypted. No one else can read them.', 'milk'],
    ],
    ['10:02 Anna: milk\n10:03 Ben: 6 eggs', ['milk', '6 eggs']],
    ['10:02 Anna: milk', ['10:02 Anna: milk']],
    ['2026-11-28 10:02 Anna: milk\n2026-11-28 10:03 Ben: ok', ['milk', '?chat ok']],
    ['10:30 Dentist: bring the card\nmilk', ['10:30 Dentist: bring the card', 'milk']],
    ['[10:02 AM] Anna Smith\nmilk', ['?chat [10:02 AM] Anna Smith', 'milk']],
    ['[10:02] Anna: Ja, und Eier\n[10:03] Ben: Yes, and bread', ['?chat Ja, und', 'Eier', '?chat Yes, and', 'bread']],
    ['tofu\n10:02\nseitan\nRead 10:05 AM', ['tofu', '?time 10:02', 'seitan', '?time Read 10:05 AM']],
    [
      'Sat 28 Nov\nmilk\n28.11.2026\nSat 12:30 lunch',
      ['?time Sat 28 Nov', 'milk', '?time 28.11.2026', 'Sat 12:30 lunch'],
    ],
    [
      'Mum: can you get milk on the way home',
      ['?heading Mum', '?chat can you get', 'milk @Mum', '?chat on the way home'],
    ],
    ['milk\n🍞\n👍🎉', ['milk', '🍞', '?chat 👍🎉']],
    ['4 Mars\nNov 28, 2026', ['4 Mars', '?time Nov 28, 2026']],
    ['milk\ncall mum', ['milk', 'call mum']],
    ['[10:02] Anna: milk\n[10:03] Anna: call mum', ['milk', '?chat call mum']],
    [
      "Hi love, we're having Tom over so could you get some wine and bread?",
      ["?chat Hi love, we're having Tom over so could you get", 'wine', 'bread'],
    ],
    ['[10:02] Anna: Oh and milk if they have any', ['?chat Oh and', 'milk', '?chat if they have any']],
    ['[10:02] Anna: Wir haben keinen Zucker mehr', ['?chat Wir haben keinen', 'Zucker', '?chat mehr']],
    ['party tomorrow so we need crisps', ['?chat party tomorrow so we need', 'crisps']],
    ['the present we need to order for mum', ['the present we need to order for mum']],
    ['Pizza night, can you get cheese', ['Pizza night, can you get cheese']],
  ])('[Q7] the sender and the time of a message are not items: %j', (text, lines) => {
    expect(readText(text)).toEqual(lines);
  });

  test('[Q7] struck-through lines are checked items, not headings', () => {
    const { lines } = parseListText('~~milk~~\nbread\n~~eggs~~', createTextOptions('en'));
    expect(lines.map(({ entry, checked, heading }) => [entry.name, checked, heading])).toEqual([
      ['milk', true, null],
      ['bread', false, null],
      ['eggs', true, null],
    ]);
  });

  test('[Q7] a quoted email is read like the original, and its signature is left out', () => {
    expect(
      readText(`On Sat, 28 Nov 2026 at 10:02, Anna Smith <anna@example.com> wrote:
> Can you get:
> - milk
> - eggs
>
> Thanks,
> Anna
> Tel: 07700 900123`),
    ).toEqual([
      '?chat On Sat, 28 Nov 2026 at 10:02, Anna Smith <anna@example.com> wrote:',
      '?heading Can you get',
      'milk @Can you get',
      'eggs @Can you get',
      '?chat Thanks,',
      '?chat Anna',
      '?chat Tel: 07700 900123',
    ]);
    expect(readText('milk\nThanks!\nFig rolls')).toEqual(['milk', '?chat Thanks!', 'Fig rolls']);
    expect(readText('milk\n\nLG\nAnna')).toEqual(['milk', '?chat LG', '?chat Anna']);
    expect(readText('> milk\n> eggs')).toEqual(['milk', 'eggs']);
  });
});

test('[Q7] the beginning and the end of a message, and the lines of an order or of a rating, are not items', () => {
  expect(readText('Hi Ben,\nmilk\nThanks Anna!')).toEqual(['?title Hi Ben', 'milk', '?chat Thanks Anna!']);
  expect(readText('Hello Panda,\nmilk,')).toEqual(['Hello Panda', 'milk']);
  expect(readText('Thanks card\nMerci Petits\nThank you cards')).toEqual([
    'Thanks card',
    'Merci Petits',
    'Thank you cards',
  ]);
  expect(readText('Thank you for your order!\nOrder #123-4\nMilk\nQty 2\nChanel\nNo 5')).toEqual([
    '?chat Thank you for your order!',
    '?chat Order #123-4',
    '2 Milk',
    'Chanel',
    'No 5',
  ]);
  expect(readText('Order cake\nOrder of fries\nCollect order #12')).toEqual([
    'Order cake',
    'Order of fries',
    'Collect order #12',
  ]);
  expect(readText('Soup\n4.8 from 120 votes\n5 star anise')).toEqual([
    'Soup',
    '?chat 4.8 from 120 votes',
    '5 star anise',
  ]);
});

test('[Q7] the weight or the number on a receipt belongs to the item above it, and the price of one is not an item', () => {
  expect(readText('BANANAS 0.85\n0.642 kg @ £1.32/kg\nTOMATOES\n2 @ 1.50 3.00\nBeans\n$0.79 / lb')).toEqual([
    '0.642 kg BANANAS (0.85)',
    '?sum @ £1.32/kg',
    '2 TOMATOES',
    '?sum @ 1.50 3.00',
    'Beans',
    '?sum $0.79 / lb',
  ]);
  expect(readText('bacon @ Costco\n2 @ £2.50 off')).toEqual(['bacon @ Costco', '2 @ £2.50 off']);
  expect(readText('500 g pasta\n2 @ £1.20\n2 kg rice\n0.5 kg @ £1.20/kg')).toEqual([
    '2 pasta (500 g)',
    '?sum @ £1.20',
    '2 kg rice',
    '0.5 kg @ £1.20/kg',
  ]);
  expect(readText('Milk\n2 @ 1.50\n1 @ 1.60')).toEqual(['2 Milk', '?sum @ 1.50', '1 @ 1.60']);
});

test('[Q7] what is below `Already have` or `Don’t need` is not selected', () => {
  expect(readText('Need:\nmilk\n\nAlready have:\n2 kg flour\nsugar\n\nbread')).toEqual([
    '?heading Need',
    'milk @Need',
    '?heading Already have',
    '?owned 2 kg flour',
    '?owned sugar',
    'bread',
  ]);
  expect(readText("Milk\nDon't need: bread, eggs\nDon't forget: rice")).toEqual([
    'Milk',
    "?heading Don't need",
    '?owned bread',
    '?owned eggs',
    "?chat Don't forget",
    'rice',
  ]);
  expect(readText('Got milk\nHave a Break bar')).toEqual(['Got milk', 'Have a Break bar']);
  expect(readText('Got\nmilk\nNeed\neggs')).toEqual(['Got', 'milk', 'Need', 'eggs']);
});

test('[Q7] a column says what is bought, and two names with a wide gap are two things', () => {
  const { lines } = parseListText(
    'Item\tQty\tPurchased\nMilk\t2\tFALSE\nEggs\t\tTRUE\nRice\t\ttomorrow',
    createTextOptions('en'),
  );
  expect(lines.map((line) => [showLine(line), line.checked])).toEqual([
    ['2 Milk', false],
    ['Eggs', true],
    ['Rice (tomorrow)', false],
  ]);
  expect(readText('Milk      Bread\nPeanut    butter\nChicken   boneless\nMilk      Dairy\nIce    cream')).toEqual([
    'Milk',
    'Bread',
    'Peanut butter',
    'Chicken boneless',
    'Milk Dairy',
    'Ice cream',
  ]);
});

describe('numbers that only count the lines', () => {
  test.each(['1- milk\n2- eggs\n3- bread', '1: milk\n2: eggs\n3: bread', '#1 milk\n#2 eggs\n#3 bread'])(
    '[Q7] are removed: %j',
    (text) => {
      expect(readText(text)).toEqual(['milk', 'eggs', 'bread']);
    },
  );

  test.each(['A. milk\nB. eggs', '(a) milk\n(b) eggs', '① milk\n② eggs'])('[Q7] and so are letters: %j', (text) => {
    expect(readText(text)).toEqual(['milk', 'eggs']);
  });

  test('[Q7] a number or an amount before a colon is the amount, not a heading', () => {
    expect(readText('2: avocados\n2 litres: milk')).toEqual(['2 avocados', '2 l milk']);
  });
});

describe('tables', () => {
  test('[Q7] without a mark at the edges, with the bullets of a document, and with a total', () => {
    expect(readText('Item | Qty\n--- | ---\nMilk | 2\nEggs | 12')).toEqual(['2 Milk', '12 Eggs']);
    expect(readText('◦\tfree range eggs')).toEqual(['free range eggs']);
    expect(readText('Milk\t2\t£1.20\nTotal\t\t£3.60')).toEqual(['2 Milk (£1.20)', '?sum Total (£3.60)']);
    expect(readText('500 g\tMehl\n1 TL, gestr.\tSalz\n1 Zehe/n\tKnoblauch')).toEqual([
      '500 g Mehl',
      '1 TL Salz (gestr.)',
      '1 Zehe Knoblauch',
    ]);
  });
});
