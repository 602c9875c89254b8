/** The list in the screenshots, as a list file: a half-finished shopping trip with three saved lists. */
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';

/** Returns a file for 'Import a file', in the format of 'Save as a file'. */
export function createSampleFile(): string {
  return JSON.stringify({
    format: 'checklist',
    version: 1,
    savedAt: '2026-11-21T08:00:00.000Z',
    listName: 'Saturday Shop',
    items: toGet.map((name) => ({ ...findItem(name), checked: inBasket.includes(name) })),
    categories: CATALOGUE_CATEGORIES.map((category) => ({ ...category, inList: isUsed(category.id) })),
    savedLists: [
      saveList({ name: 'Weekly Basics', day: '2026-11-14', names: toGet.slice(0, 18) }),
      saveList({ name: 'Barbecue', day: '2026-08-22', names: ['Sausages', 'Ketchup', 'Hamburger Buns', 'Coleslaw'] }),
      saveList({
        name: 'Camping Trip',
        day: '2026-06-05',
        names: ['Coffee', 'Granola', 'Soup', 'Bananas', 'Crackers'],
      }),
    ],
  });
}

const inBasket = ['Bread', 'Croissants', 'Milk', 'Eggs', 'Apples', 'Tomatoes', 'Garlic'];

const toGet =
  'Bread,Croissants,Coffee,Orange Juice,Sparkling Water,Milk,Eggs,Butter,Yogurt,Cheddar Cheese,Apples,Bananas,Tomatoes,Garlic,Lettuce,Avocados,Frozen Peas,Ice Cream,Paper Towels,Dish Soap,Spaghetti,Rice,Salmon,Dog Food'.split(
    ',',
  );

function findItem(name: string): (typeof CATALOGUE_ITEMS)[number] {
  const item = CATALOGUE_ITEMS.find((known) => known.name === name);
  if (item === undefined) throw new Error(`The catalogue has no ${name}`);
  return item;
}

const isUsed = (category: string): boolean => toGet.some((name) => findItem(name).category === category);

type Saved = { readonly name: string; readonly day: string; readonly names: readonly string[] };

const saveList = ({ name, day, names }: Saved) => ({
  id: `sample-${day}`,
  name,
  createdAt: `${day}T08:00:00.000Z`,
  items: names.map(findItem),
});
