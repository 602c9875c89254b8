import { describe, expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { looseKey } from '#core/name/name-key.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { createKnownNames, wordFamilies } from '#core/suggest/known-names.ts';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from './catalogue.ts';
import { readCommonNames } from './common-names.ts';

const families = (name: string): string => wordFamilies(looseKey(name)).join(' ');

describe('the common names', () => {
  test('[L8] are about 1,000, with some in every category of the catalogue and none elsewhere', () => {
    const names = readCommonNames();
    expect(names.length).toBeGreaterThan(800);
    expect(new Set(names.map(({ category }) => category))).toEqual(new Set(CATALOGUE_CATEGORIES.map(({ id }) => id)));
  });

  test('[L8] contain no name twice, and none of the default list, ignoring singular and plural', () => {
    const keys = readCommonNames().map(({ name }) => families(name));
    const seeds = new Set(CATALOGUE_ITEMS.map(({ name }) => families(name)));
    expect(keys.filter((key, at) => seeds.has(key) || keys.indexOf(key) !== at)).toEqual([]);
  });

  test('[L8] are sorted in each category', () => {
    const { compare } = new Intl.Collator('en');
    for (const { id } of CATALOGUE_CATEGORIES) {
      const names = readCommonNames().flatMap(({ name, category }) => (category === id ? [name] : []));
      expect(names).toEqual(names.toSorted(compare));
    }
  });

  test('[L8] are clean and capitalized, unless they begin with a number', () => {
    for (const { name } of readCommonNames()) {
      expect(cleanName(name)).toEqual({ ok: true, value: name });
      expect(name).toMatch(/^[\p{Lu}\d]/u);
    }
  });

  test.each([
    ['nappies size 4', 'Personal Care'],
    ['dishwasher tabs', 'Household'],
    ['kitchen roll', 'Household'],
    ['2 loo rolls', 'Household'],
    ['diet coke', 'Beverages'],
    ['rocket', 'Fruits & Vegetables'],
    ['courgette', 'Fruits & Vegetables'],
    ['chopped tomatoes', 'Canned Goods'],
    ['sun cream', 'Personal Care'],
    ['bicarbonate of soda', 'Baking Supplies'],
    ['plasters', 'Pharmacy'],
    ['baby wipes', 'Personal Care'],
    ['baby milk', 'Pantry'],
    ['baby wash', 'Personal Care'],
    ['puppy milk', 'Pet Supplies'],
    ['snickers', 'Snacks'],
    ['mac n cheese', 'Pasta & Rice'],
    ['lemsip', 'Pharmacy'],
    ['tin tomatoes', 'Canned Goods'],
    ['tins of peaches', 'Canned Goods'],
    ['salmon tin', 'Canned Goods'],
    ['tinned cat food', 'Pet Supplies'],
    ['can coke', 'Beverages'],
    ['can opener', 'Household'],
    ['dried oregano', 'Pantry'],
    ['dried pasta', 'Pasta & Rice'],
    ['frozen mango', 'Frozen Foods'],
    ['frozen salmon fillets', 'Frozen Foods'],
    ['spring onions bunch', 'Fruits & Vegetables'],
    ['potatoes bag', 'Fruits & Vegetables'],
    ['cool bag', 'Household'],
    ['dressing gown', 'Household'],
    ['2 bags for life', 'Household'],
    ['kitchn roll', 'Household'],
    ['garlik bread', 'Bakery'],
    ['egg salad', 'Salads'],
    ['cheese platter', 'Dairy & Eggs'],
    ['frozen yoghurt', 'Ice Cream'],
    ['sandwich bags', 'Household'],
    ['7up', 'Beverages'],
    ['Barilla Spaghetti No.5', 'Pasta & Rice'],
    ['Warburtons toastie 800g', 'Bakery'],
    ['natural yoghurt', 'Dairy & Eggs'],
    ['semi-skimmed', 'Dairy & Eggs'],
    ['red chilli', 'Fruits & Vegetables'],
    ['chilli powder', 'Pantry'],
    ['chicken stock', 'Pantry'],
    ['fish and chips', 'Frozen Foods'],
    ['beef burgers', 'Meat'],
  ])('[L8] put %j into %s', (typed, category) => {
    const known = createKnownNames();
    const common = [...CATALOGUE_ITEMS, ...readCommonNames()];
    for (const one of common) known.remember(one.name, one.category, 'catalogue');
    const id = guessCategory(known, typed);
    expect(CATALOGUE_CATEGORIES.find((each) => each.id === id)?.name).toBe(category);
  });
});
