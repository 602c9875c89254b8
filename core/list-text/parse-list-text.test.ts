/** Pasted texts that Checklist did not write: notes, chat messages and recipes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { formatAmount } from '#core/amount/format-amount.ts';
import { nameKey } from '#core/name/name-key.ts';
import { parseListText } from './parse-list-text.ts';
import type { TextLine } from './text-line.ts';

const numbers = createNumberFormat('en-US');
const KNOWN: ReadonlySet<string> = new Set(
  ['milk', 'eggs', 'bread', '7 up', 'omega 3', 'dairy', 'onions', 'mac and cheese'].map(nameKey),
);

const read = (text: string): readonly TextLine[] =>
  parseListText(text, {
    numbers,
    hasDetails: true,
    isKnownName: (name) => KNOWN.has(nameKey(name)),
    isCategoryName: (name) => ['dairy', 'bakery', 'snacks'].includes(nameKey(name)),
  }).lines;

/** A line as text: amount | name | note, with an x for a tick, the heading after @ and a ? for a title. */
const show = ({ entry, checked, heading, isTitle }: TextLine): string =>
  [
    isTitle ? '?' : '',
    checked ? 'x ' : '',
    [formatAmount(entry, numbers.write), entry.name, entry.note ?? ''].filter((part) => part !== '').join(' | '),
    heading === null ? '' : ` @${heading}`,
  ].join('');

const readAll = (text: string): readonly string[] => read(text).map(show);
const readOne = (text: string): string => readAll(text).join('\n');

describe('marks', () => {
  test('[Q4] [L8] removes bullets, numbers and check boxes from lines, and drops blank lines', () => {
    const text = '- [ ] Milk\r\n* Bread\n\n  • Eggs \n1. Tea\n[x] Salt\n☐ Jam\n7 Up\n  \n- ';
    expect(readAll(text)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea', 'x Salt', 'Jam', '7 Up']);
  });

  test('[Q4] [L8] keeps an amount at the start of a line, and drops lines without a visible character', () => {
    expect(readAll('1.5 l milk\n2. Bread\n\u200B\n3.Tea')).toEqual(['1.5 l | milk', 'Bread', 'Tea']);
  });

  test.each([
    '[x] Milk',
    '[X] Milk',
    '- [x] Milk',
    '1. [x] Milk',
    '✓ Milk',
    '✔️ Milk',
    '- ☑ Milk',
    '✅ Milk',
    '[✓]Milk',
    '~Milk~',
    '- ~~Milk~~',
  ])('[Q4] [L8] reads %j as a ticked line', (line) => {
    expect(readOne(line)).toBe('x Milk');
  });

  test.each([
    '[ ] Milk',
    '[] Milk',
    '- Milk',
    '* [ ] Milk',
    '☐ Milk',
    '⬜ Milk',
    '▢ Milk',
    '2) Milk',
    '*Milk*',
    '**Milk**',
    '– Milk',
    '\u200F- Milk',
    '---\nMilk\n* * *\n===',
  ])('[Q4] [L8] reads %j as a line that is not ticked', (line) => {
    expect(readOne(line)).toBe('Milk');
  });

  test('[Q7] bold type, links and footnote marks within a line are no part of the name', () => {
    expect(readOne('**2 cups** flour')).toBe('2 cups | flour');
    expect(readOne('1 lb of **lean** beef*')).toBe('1 lb | lean beef');
    expect(readOne('2 cups [stock](/stock)')).toBe('2 cups | stock | /stock');
    expect(readOne('2 * 3 * 4 cards')).toBe('2 * 3 * 4 cards');
  });

  test.each([
    '[12:30, 4/5/2026] Anna: 2 milk',
    '[4/5/26, 12:30:15] Anna Berg: - 2 milk',
    '\u200E[4/5/26, 9:05:15\u202FPM] Anna: 2 milk',
    '04.05.26, 12:30 - Anna: 2 milk',
    '4/5/26, 9:05 PM - +44 7700 900123: 2 milk',
  ])('[Q4] removes the time and the sender in %j', (line) => {
    expect(readOne(line)).toBe('2 | milk');
  });
});

test('[Q4] a name keeps its de after digits alone, but not after a unit', () => {
  expect(readAll('5 de mayo chips\n5 kg de mayo')).toEqual(['5 | de mayo chips', '5 kg | mayo']);
});

test('[Q4] a number after a known name is its count up to two dozen', () => {
  expect(readAll('eggs 24\neggs 25')).toEqual(['24 | eggs', 'eggs 25']);
});

describe('headings', () => {
  test('[Q4] a heading is the category of the lines below it, if the list knows the category', () => {
    expect(readAll('Dairy:\nmilk\n- butter\n\n# Snacks\nnuts\n**Bakery:**\n2 buns')).toEqual([
      'milk @Dairy',
      'butter @Dairy',
      'nuts @Snacks',
      '2 | buns @Bakery',
    ]);
  });

  test('[Q4] among lines with bullets, the name of a category is a heading', () => {
    expect(readAll('Bakery\n- rolls\nSnacks\n- nuts\n- figs')).toEqual([
      'rolls @Bakery',
      'nuts @Snacks',
      'figs @Snacks',
    ]);
    expect(readAll('Snacks\nmilk')).toEqual(['Snacks', 'milk']);
  });

  test('[Q4] [Q7] a word in capitals divides a text only if two blocks begin with one', () => {
    expect(readAll('milk\neggs\n\nPARTY\ncups')).toEqual(['milk', 'eggs', 'PARTY', 'cups']);
    expect(readAll('TRIP\nmilk\neggs\n\nPARTY\ncups')).toEqual(['milk @TRIP', 'eggs @TRIP', 'cups @PARTY']);
  });

  test('[Q4] the name of a category without an item below it is not lost', () => {
    expect(readAll('- milk\n- eggs\nSnacks')).toEqual(['milk', 'eggs', 'Snacks']);
    expect(readAll('- milk\n- eggs\nSnacks\nbread')).toEqual(['milk', 'eggs', 'Snacks', 'bread']);
    expect(readAll('Groceries\n\n- milk\n- eggs\n\nBakery\nSnacks')).toEqual([
      '?Groceries',
      'milk',
      'eggs',
      'Bakery',
      'Snacks',
    ]);
    expect(readAll('Dairy:\nSnacks:\nnuts\nBakery:')).toEqual(['?Dairy', 'nuts @Snacks', '?Bakery']);
    expect(readAll('List\n\nDairy:\nSnacks:\n- [ ] nuts\n\nBakery:')).toEqual([
      '?List',
      '?Dairy',
      'nuts @Snacks',
      '?Bakery',
    ]);
  });

  test('[Q4] another heading and a title above a list with bullets are probably no items, but are not lost', () => {
    expect(readAll('For the sauce:\n2 tbsp soy sauce')).toEqual([
      '?For the sauce',
      '2 tbsp | soy sauce @For the sauce',
    ]);
    expect(readAll('Saturday\n- rolls\n- nuts')).toEqual(['?Saturday', 'rolls', 'nuts']);
    expect(readAll('Saturday\nrolls\n- nuts')).toEqual(['Saturday', 'rolls', 'nuts']);
    expect(readAll('Pancakes\r\n\r\n200 g flour\r\n2 eggs')).toEqual(['?Pancakes', '200 g | flour', '2 | eggs']);
    expect(readAll('Pancakes\nIngredients:\n2 eggs')).toEqual(['?Pancakes', '?Ingredients', '2 | eggs @Ingredients']);
    expect(readAll('rolls\n\nnuts\n\nfigs')).toEqual(['rolls', 'nuts', 'figs']);
    expect(readAll('Pancakes\n\nServes 4\n\nFor the sauce:\n2 eggs')).toEqual([
      '?Pancakes',
      '?Serves 4',
      '?For the sauce',
      '2 | eggs @For the sauce',
    ]);
    expect(readAll('https://example.org/pancakes\n2 eggs')).toEqual(['?https://example.org/pancakes', '2 | eggs']);
  });
});

describe('recipes', () => {
  test('[Q4] the steps of a recipe are probably no items, but are not lost', () => {
    expect(readAll('Pancakes\nINGREDIENTS\n2 eggs\nMethod\n1. Beat 2 eggs.\n2. Fry.\nTo serve:\nsyrup')).toEqual([
      '?Pancakes',
      '?INGREDIENTS',
      '2 | eggs @INGREDIENTS',
      '?Method',
      '?Beat 2 eggs. @Method',
      '?Fry. @Method',
      '?To serve',
      'syrup @To serve',
    ]);
  });

  test.each([
    [
      '1 ½ lbs (about 700g) boneless, skinless chicken, diced',
      '1.5 lb | boneless, skinless chicken | about 700g, diced',
    ],
    ['14 oz (400g) tomato puree (passata)', '14 oz | tomato puree | 400g, passata'],
    ['1 14-oz. can coconut milk', '1 can | coconut milk | 14-oz'],
    ['2 (400 g) cans chickpeas', '2 cans | chickpeas | 400 g'],
    ['½ to 1 teaspoon cinnamon', '1 tsp | cinnamon | ½–1'],
    ['1 1/2–2 cups stock', '2 cups | stock | 1 1/2–2'],
    ['2 Tbsp plus 1 tsp sugar', '2 tbsp | sugar | plus 1 tsp'],
    ['about 2 pounds potatoes', '2 lb | potatoes | about'],
    ['Juice of 1 lemon', '1 | lemon | Juice'],
    ['¼ cup water if needed', '0.25 cup | water | if needed'],
    ['2 garlic cloves, finely chopped', '2 cloves | garlic | finely chopped'],
    ['2 garlic cloves finely chopped', '2 cloves | garlic | finely chopped'],
    ['crusty bread, to serve (optional)', 'crusty bread | to serve, optional'],
    ['2 medium onions, diced', '2 | onions | medium, diced'],
    ['2 medium leeks', '2 | medium leeks'],
    ['medium onions', 'medium onions'],
    ['1 1/2 cups flour, sifted', '1.5 cups | flour | sifted'],
    ['2 cloves garlic, minced', '2 cloves | garlic | minced'],
    ['1 (14 oz) can diced tomatoes', '1 can | diced tomatoes | 14 oz'],
    ['½ cup (120 ml) whole milk', '0.5 cup | whole milk | 120 ml'],
    ['250g/9oz plain flour, plus extra for dusting', '250 g | plain flour | 9oz, plus extra for dusting'],
    ['500g/1lb 2oz beef mince', '500 g | beef mince | 1lb 2oz'],
    ['400ml can coconut milk', '1 can | coconut milk | 400ml'],
    ['1 28-ounce can crushed tomatoes', '1 can | crushed tomatoes | 28-ounce'],
    ['Steamed rice, to serve', 'Steamed rice | to serve'],
    ['2 x 400g tins chopped tomatoes', '2 cans | chopped tomatoes | 400g'],
    ['2-3 carrots, peeled', '3 | carrots | 2–3, peeled'],
    ['1 to 2 tbsp olive oil', '2 tbsp | olive oil | 1–2'],
    ['500g beef mince (5% fat), browned', '500 g | beef mince | 5% fat, browned'],
    ['1 tsp salt to taste', '1 tsp | salt | to taste'],
    [
      '1 cup chopped nuts (if omitting, add 1-2 tablespoons flour)',
      '1 cup | chopped nuts | if omitting, add 1-2 tablespoons flour',
    ],
    ['1 can whole tomatoes (San Marzano, crushed by hand)', '1 can | whole tomatoes | San Marzano, crushed by hand'],
    ['2 cloves garlic, minced (about 1 tsp)', '2 cloves | garlic | minced (about 1 tsp)'],
    ['1 onion (red)', '1 | onion | red'],
    ['Salt and pepper, to taste', 'Salt and pepper | to taste'],
    ['2 tofu, eggs and bread', '2 | tofu, eggs and bread'],
    ['2 tofu, 3 eggs', '2 | tofu, 3 eggs'],
    ['Serves 4', '?Serves 4'],
    ['Prep time: 20 minutes', '?Prep time: 20 minutes'],
    ['7 Up', '7 Up'],
    ['7 Up, cold', '7 Up, cold'],
    ['milk, tofu and bread', 'milk, tofu and bread'],
  ])('[Q4] reads %j', (line, expected) => {
    expect(readOne(line)).toBe(expected);
  });
});

describe('parts of a text that Checklist wrote', () => {
  const german = (text: string): readonly string[] =>
    parseListText(text, {
      numbers: createNumberFormat('de'),
      hasDetails: true,
      isKnownName: () => false,
      isCategoryName: () => true,
    }).lines.map(show);

  test('[Q5] a text that was shared with a title is read exactly, and its title is not lost', () => {
    expect(german('# From Anna\nShop\n\nDairy:\n- [ ] 1.125 l Milk\n- [ ] 1.5 l "2 milk"\n')).toEqual([
      '?From Anna',
      '?Shop',
      '1.125 l | Milk @Dairy',
      '1.5 l | 2 milk @Dairy',
    ]);
  });

  test('[Q5] an amount with three decimals is not read as thousands after the text was changed', () => {
    expect(german('Dairy:\n- [ ] 1.125 l Milk\n- [ ] 1,5 l Cream\nbeer')).toEqual([
      '1.125 l | Milk @Dairy',
      '1.5 l | Cream @Dairy',
      'beer @Dairy',
    ]);
    expect(german('- [ ] 1.125 l Milk (fresh, cold)\n- [x] 2.250 kg Nuts, mixed')).toEqual([
      '1.125 l | Milk | fresh, cold',
      'x 2.25 kg | Nuts | mixed',
    ]);
    expect(german('1.125 g Milk')).toEqual(['1125 g | Milk']);
  });

  test('[Q5] a line above the first category is not lost', () => {
    expect(german('Buy eggs\n\nDairy:\n- [ ] milk')).toEqual(['?Buy eggs', 'milk @Dairy']);
  });
});

const WORDS = `milk|Dairy:|Snacks|2|1/2|½|-|- [x]|*|(|)|,|x|/|cups|g|to|:|to taste|"|#|**|~|牛乳|חלב|7 Up|[12:30, 4/5/2026] Anna:|2-3|250g/9oz|can you get|and|?|thx|juice of|Method|medium|plus 1 tsp|about`;

test('[Q4] a message that asks for several things is split, and the rest of it is not lost', () => {
  expect(readAll('hey can you get milk, 2 avocados and the good bread? thx')).toEqual([
    '?hey can you get',
    'milk',
    '2 | avocados',
    'good bread',
    '?thx',
  ]);
  expect(readAll('We need 2 l milk & mac and cheese')).toEqual(['?We need', '2 l | milk', 'mac and cheese']);
  expect(readAll('mac and cheese and milk, we need')).toHaveLength(1);
  expect(readAll('I need to buy mac and cheese and milk')).toEqual(['?I need to buy', 'mac and cheese', 'milk']);
  expect(readAll('Could you please pick up some tofu please')).toEqual([
    '?Could you please pick up',
    'tofu',
    '?please',
  ]);
  expect(readAll('[12:30, 4/5/2026] Anna: don’t forget to buy nuts. Love you')).toEqual([
    '?don’t forget to buy',
    'nuts',
    '?Love you',
  ]);
  expect(readAll('We need to talk about Kevin')).toEqual(['We need to talk about Kevin']);
});

test('[Q4] [Q7] the word that begins the next sentence of a message is kept', () => {
  expect(readAll('We need milk please also 2 eggs')).toEqual(['?We need', 'milk', '2 | eggs', '?please also']);
});

test('[Q4] [Q7] the only heading of a text is not its title if its items are in its line', () => {
  expect(readAll('# Garden tools: hammer\nmilk')).toEqual(['hammer @Garden tools', 'milk']);
});

const word = fc.constantFrom(...WORDS.split('|'));

const text = fc
  .array(
    fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' ')),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) => lines.join('\n'));

test('[Q4] no name or heading of a text is lost: each is in a name, a note or a heading', () => {
  fc.assert(
    fc.property(text, (pasted) => {
      const kept = read(pasted).map(({ entry: { name, note }, heading }) => `${name} ${note ?? ''} ${heading ?? ''}`);
      const all = kept.join(' ');
      for (const name of ['milk', '牛乳', 'חלב', 'Dairy', 'Snacks'])
        expect(countOf(all, name)).toBeGreaterThanOrEqual(countOf(pasted, name));
    }),
    { numRuns: 2000 },
  );
});

const countOf = (all: string, part: string): number => all.split(part).length - 1;

test('[Q4] a text of any kind is read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (pasted) => void read(pasted)),
    { numRuns: 2000 },
  );
});
