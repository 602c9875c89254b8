/** Lines that people paste, by what makes them hard to read (product Q7): what the app reads, on a device of the line's language. */
import { describe, expect, test } from 'vitest';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import { createTextOptions } from './read-corpus.ts';
import { showLine } from './show-line.ts';

const read = (line: string, language = 'en'): string =>
  parseListText(line, createTextOptions(language)).lines.map(showLine).join(' ; ');

type Misread = { readonly line: string; readonly read: string; readonly expected: string };

/** The lines that are not read as expected, in `[language, line, expected]`. */
const listMisread = (cases: readonly (readonly [string, string, string])[]): readonly Misread[] =>
  cases
    .map(([language, line, expected]) => ({ line, read: read(line, language), expected }))
    .filter((one) => one.read !== one.expected);

const listMisreadEnglish = (cases: readonly (readonly [string, string])[]): readonly Misread[] =>
  listMisread(cases.map(([line, expected]) => ['en', line, expected]));

describe('an amount is never a wrong one', () => {
  test('[Q7] the number before pack, pk, ct and count is a size', () => {
    expect(
      listMisreadEnglish([
        ['12 pack coke', 'coke (12 pack)'],
        ['12-pack coke', 'coke (12-pack)'],
        ['bog roll 9 pack', 'bog roll (9 pack)'],
        ['Seltzer 8 pk', 'Seltzer (8 pk)'],
        ['30 ct K-cups', 'K-cups (30 ct)'],
        ['trash bags, 20 ct', 'trash bags (20 ct)'],
        ['3 packs gum', '3 pack gum'],
        ['1 pack gum', '1 pack gum'],
      ]),
    ).toEqual([]);
    expect(
      listMisread([
        ['de', 'Eier 6er Pack', 'Eier (6er Pack)'],
        ['de', 'Katzenfutter 12er', 'Katzenfutter (12er)'],
        ['de', '2 Pck. Frischkäse', '2 Pck. Frischkäse'],
        ['fr', '2 packs de bière', '2 pack bière'],
        ['es', '2 paquetes de arroz', '2 paquete arroz'],
      ]),
    ).toEqual([]);
  });

  test('[Q7] the size of each item and its price are notes', () => {
    expect(
      listMisreadEnglish([
        ['Pepsi Max 24 x 330ml', '24 Pepsi Max (330ml)'],
        ['Pepsi Max 24x330ml cans', '24 can Pepsi Max (330ml)'],
        ['crisps 6 x 25g bags', '6 bag crisps (25g)'],
        ['strawberries 2 for £3', 'strawberries (2 for £3)'],
        ['2 for £3 strawberries', '2 for £3 strawberries'],
        ['beef £8/kg', 'beef (£8/kg)'],
        ['AA batteries https://example.com/a', 'AA batteries (https://example.com/a)'],
        ['50p mix', '50p mix'],
        ['2nd class stamps x6', '6 2nd class stamps'],
        ['24hr deodorant', '24hr deodorant'],
        ['60 denier tights x2', '2 60 denier tights'],
        ['water 6 x 1.5', 'water 6 x 1.5'],
        ['jamón 200 gr', '200 g jamón'],
        ['bread not seeded', 'bread not seeded'],
        ['Pampers 4', 'Pampers 4'],
        ['half price salmon', 'half price salmon'],
      ]),
    ).toEqual([]);
  });

  test('[Q7] items in one line are split if the app knows them', () => {
    expect(
      listMisreadEnglish([
        ['milk / eggs / bread', 'milk ; eggs ; bread'],
        ['milk - eggs - bread', 'milk ; eggs ; bread'],
        ['Milk. Eggs. Two pints of cream.', 'Milk ; Eggs ; 2 pt cream'],
        ['butter / margarine', 'butter / margarine'],
        ['milk, 2 pints, eggs', '2 pt milk ; eggs'],
        ['Milk, 2 litres, semi', '2 l Milk (semi)'],
        ['milk n eggs', 'milk ; eggs'],
        ['fish n chips', 'fish n chips'],
        ['apples, oranges, etc.', 'apples ; oranges ; ?chat etc'],
        ['apples, oranges...', 'apples ; oranges'],
        ['apples, oranges and stuff for dinner', 'apples, oranges and stuff for dinner'],
        ['Salat, Gurke und Tomaten', 'Salat ; Gurke ; Tomaten'],
        ['cheese, firm and dry', 'cheese, firm and dry'],
        ['4 x AA, 2 x AAA batteries', '4 AA ; 2 AAA batteries'],
        ['chicken, 2, rice, 3', '2 chicken ; 3 rice'],
        ['Nappies (size 4), wipes, formula', 'Nappies (size 4), wipes, formula'],
        ['Tomatoes (cherry), ripe, halved', 'Tomatoes (cherry), ripe (halved)'],
      ]),
    ).toEqual([]);
  });

  test('[Q7] the number of a name, a size or a remark is no amount', () => {
    expect(
      listMisreadEnglish([
        ['Total 0% yogurt', 'Total 0% yogurt'],
        ['Cook & serve 3 pudding', 'Cook & serve 3 pudding'],
        ['1 onion stuck with 2 cloves', '1 onion (stuck with 2 cloves)'],
        ['chicken chopped into 12 pieces', 'chicken (chopped into 12 pieces)'],
        ['no. 10 envelopes', 'no. 10 envelopes'],
        ['iPhone 15 case', 'iPhone 15 case'],
        ['500 piece puzzle', '500 piece puzzle'],
        ['sunscreen 50', 'sunscreen 50'],
        ['nappies 5', 'nappies 5'],
        ['3in1 shampoo', '3in1 shampoo'],
        ['5cm/2in ginger', '5cm/2in ginger'],
        ['1 #2 can tomatoes', '1 #2 can tomatoes'],
        ['half and half 1 pint', '1 pt half and half'],
        ['1 box cutters', '1 box cutters'],
        ['2 TL Philips bulbs', '2 TL Philips bulbs'],
        ['100 napkins', '100 napkins'],
      ]),
    ).toEqual([]);
    expect(listMisread([['es', 'del queso', 'del queso']])).toEqual([]);
  });

  test('[Q7] the name is the thing to buy, never an adjective before a comma', () => {
    expect(
      listMisreadEnglish([
        ['2 navel, Cara Cara or blood oranges', '2 navel, Cara Cara or blood oranges'],
        ['1 small, firm head of cabbage', '1 small, firm head of cabbage'],
        ['4 boneless, skinless chicken breasts', '4 boneless, skinless chicken breasts'],
        ['1 orange, zest finely grated', '1 orange (zest finely grated)'],
        ['3 limes: 2 juiced, 1 cut into wedges', '3 limes (2 juiced, 1 cut into wedges)'],
        ['2 limes, 1 juiced, 1 cut into wedges', '2 limes (1 juiced, 1 cut into wedges)'],
        ['2 heads of garlic, cloves separated', '2 head garlic (cloves separated)'],
      ]),
    ).toEqual([]);
    expect(
      listMisread([['de', '1 mittelgroße, mehligkochende Kartoffel', '1 mittelgroße, mehligkochende Kartoffel']]),
    ).toEqual([]);
  });

  test('[Q7] fractions, ranges and decimal marks are numbers', () => {
    expect(
      listMisreadEnglish([
        ['1 (1 1/2) pound roast', '1 roast (1 1/2 pound)'],
        ['1 and 1/2 cups sugar', '1.5 cup sugar'],
        ['1 1/2 to 2 cups water', '2 cup water (1 1/2–2)'],
        ['1,125 kg potatoes', '1.125 kg potatoes'],
        ['.5 cup milk', '0.5 cup milk'],
        ['~6 apples', '6 apples'],
        ['40g+ butter', '40 g butter'],
        ['1/2 of a red onion', '0.5 red onion'],
        ['６ eggs', '6 eggs'],
        ['٦ eggs', '6 eggs'],
      ]),
    ).toEqual([]);
    expect(
      listMisread([
        ['es', '1 litro y medio de agua', '1.5 l agua'],
        ['es', 'una taza y media de harina', '1.5 taza harina'],
        ['fr', "1 l 1/2 d'eau", '1.5 l eau'],
        ['fr', '1 demi-citron', '0.5 citron'],
      ]),
    ).toEqual([]);
  });
});

describe('sizes and second measures', () => {
  test('[Q7] a second measure is a remark, wherever it stands', () => {
    expect(
      listMisreadEnglish([
        ['110ml/4fl oz milk', '110 ml milk (4fl oz)'],
        ['75-100g/2¾-3½oz butter', '100 g butter (75–100, 2¾-3½oz)'],
        ['1 x 400g/14oz tin chopped tomatoes', '1 can chopped tomatoes (400g/14oz)'],
        ['2 tablespoons/~30 milliliters oil', '2 tbsp oil (~30 milliliters)'],
        ['16 oz or 1 jar of salsa', '16 oz salsa (or 1 jar)'],
        ['1 cup less 1 tablespoon milk', '1 cup milk (less 1 tablespoon)'],
        ['3 large eggs plus 2 yolks', '3 eggs (large, plus 2 yolks)'],
        ['6 ounces, weight bacon', '6 oz bacon (weight)'],
      ]),
    ).toEqual([]);
  });

  test('[Q7] a size before the unit or the name is a remark', () => {
    expect(
      listMisreadEnglish([
        ['1 large bunch parsley', '1 bunch parsley (large)'],
        ['16-ounce bag frozen peas', '1 bag frozen peas (16-ounce)'],
        ['Two 14-ounce cans tomatoes', '2 can tomatoes (14-ounce)'],
        ['2cm/¾in piece ginger', '1 ginger (2cm/¾in piece)'],
        ['2-inch piece of ginger', '1 ginger (2-inch piece)'],
        ['thumb-sized piece ginger', '1 ginger (thumb-sized)'],
        ['Juice of one lemon', '1 lemon (Juice)'],
        ['1 garlic clove', '1 clove garlic'],
        ['1 lg. onion', '1 onion (lg.)'],
        ['1 large or 2 medium onions', '1 onions (large or 2 medium)'],
        ['1 tsp each ground cumin and coriander', '1 tsp ground cumin and coriander (each)'],
      ]),
    ).toEqual([]);
    expect(
      listMisread([
        ['de', '3 m.-große Kartoffel(n)', '3 Kartoffel (m.-große)'],
        ['de', '2 EL, gestr. Mehl', '2 EL Mehl (gestr.)'],
        ['de', '1 Ei(er)', '1 Ei'],
        ['de', '2 Stiel/e Minze', '2 Stiel Minze'],
        ['fr', '600 g environ de veau', '600 g veau (environ)'],
      ]),
    ).toEqual([]);
  });

  test('[Q7] an amount after the name is read with its second measure and its remark', () => {
    expect(
      listMisreadEnglish([
        ['Penne: 450 g | 16 oz', '450 g Penne (16 oz)'],
        ['Garlic (3-5 big cloves)', '5 clove Garlic (3–5, big)'],
        ['Raisins (50 g) (optional)', '50 g Raisins (optional)'],
        ['Leeks 3 medium-sized, sliced', '3 Leeks (medium-sized, sliced)'],
        ['Rice *200 g*', '200 g Rice'],
        ['potatoes 5 lb bag', '1 bag potatoes (5 lb)'],
        ['Milk, 2%, 1 gallon', '1 gal Milk, 2%'],
        ['eggs 12', '12 eggs'],
        ['apples 6 ea', '6 apples'],
      ]),
    ).toEqual([]);
    expect(listMisread([['de', 'Joghurt, 4 Stück', '4 Joghurt']])).toEqual([]);
  });
});

test('[Q7] the units that people use are understood, in four languages', () => {
  expect(
    listMisreadEnglish([
      ['2 c flour', '2 cup flour'],
      ['1 T soy sauce', '1 tbsp soy sauce'],
      ['.25 TB cinnamon', '0.25 tbsp cinnamon'],
      ['2 sprigs thyme', '2 sprig thyme'],
      ['2 sticks butter', '2 stick butter'],
      ['3 celery stalks', '3 stalk celery'],
      ['1 head lettuce', '1 head lettuce'],
      ['2 handfuls spinach', '2 handful spinach'],
      ['3 sheets filo', '3 sheet filo'],
      ['knob butter', '1 knob butter'],
      ['a glug of oil', '1 glug oil'],
      ['pinch chilli flakes', '1 pinch chilli flakes'],
      ['drizzle of olive oil', '1 drizzle olive oil'],
      ['1 dash Tabasco', '1 dash Tabasco'],
      ['gallon of milk', '1 gal milk'],
      ['1 glass of stock', '1 glass stock'],
      ['2 glass jars', '2 glass jars'],
      ['2 pairs of socks', '2 pair socks'],
      ['1 set of sheets', '1 set sheets'],
    ]),
  ).toEqual([]);
  expect(
    listMisread([
      ['de', '1 Tasse Mehl', '1 Tasse Mehl'],
      ['de', '2 Beutel Reis', '2 Beutel Reis'],
      ['de', '1 Msp. Zimt', '1 Msp. Zimt'],
      ['de', '1 Paket Nudeln', '1 Pck. Nudeln'],
      ['de', 'Dose Mais', '1 Dose Mais'],
      ['de', 'eine Prise Salz', '1 Prise Salz'],
      ['de', '1 Bund Petersilie', '1 Bund Petersilie'],
      ['de', '2 Zehen Knoblauch', '2 Zehe Knoblauch'],
      ['de', '3 Paar Socken', '3 Paar Socken'],
      ['de', 'n. B. Chilipulver', 'Chilipulver (n. B.)'],
      ['es', '1 vaso de leche', '1 vaso leche'],
      ['es', '1 trozo de queso', '1 trozo queso'],
      ['es', '2 ramas de canela', '2 rama canela'],
      ['es', '200 mililitros de agua', '200 ml agua'],
      ['es', '1/4 de taza de azúcar', '0.25 taza azúcar'],
      ['es', 'c/n de aceite', 'aceite (c/n de)'],
      ['es', '2 uds. de tomate', '2 tomate'],
      ['fr', '2 cs de sucre', '2 c. à s. sucre'],
      ['fr', '1 cc de sel', '1 c. à c. sel'],
      ['fr', '1 c. à thé de vanille', '1 c. à c. vanille'],
      ['fr', '1 tasse de lait', '1 tasse lait'],
      ['fr', '1 pot de crème', '1 pot crème'],
      ['fr', '2 branches de thym', '2 branche thym'],
      ['fr', '1 bâton de cannelle', '1 bâton cannelle'],
      ['fr', '1 bouquet garni', '1 bouquet garni'],
      ['fr', 'du pain', 'pain'],
    ]),
  ).toEqual([]);
});

test('[Q7] marks of lists are no part of the item', () => {
  expect(
    listMisreadEnglish([
      ['Apples (6)', '6 Apples'],
      ['Eggs: 12', '12 Eggs'],
      ['Milk - 2', '2 Milk'],
      ['milk,', 'milk'],
      ['milk!!', 'milk'],
      ['1 teaspoon salt.', '1 tsp salt'],
      ['[ 10 ] eggs', '10 eggs'],
      ['(2) apples', '2 apples'],
      ['🥛 milk', 'milk'],
      ['a; b; c', 'a ; b ; c'],
      ['Vegetable oil (for frying; about 2 cups)', 'Vegetable oil (for frying; about 2 cups)'],
      ['(optional) ½ cup cheddar', '0.5 cup cheddar (optional)'],
      ['Optional: green chilies', 'green chilies (Optional)'],
      ['1 bottle red wine, the cheap one :)', '1 bottle red wine (the cheap one :))'],
      ['250g pasta. Any shape works', '250 g pasta (Any shape works)'],
    ]),
  ).toEqual([]);
  expect(listMisread([['fr', 'Avocats (2x)', '2 Avocats']])).toEqual([]);
});

test('[Q7] a remark that is too long for a note stays in the name, and the amount is read', () => {
  const remark = 'and keep the rest in the freezer for the soup '.repeat(5).trim();
  expect(read(`2 cups stock, ${remark}`)).toBe(`2 cup stock, ${remark}`);
});
