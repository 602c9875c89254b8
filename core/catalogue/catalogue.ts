/**
 * What new lists have: the seed catalogue of the demo's first list (product L1), and the six categories of an account (product L2). Imported
 * rows get ids of their list: the same ids on every device, and never those of another list (product L3).
 */
import type { Catalogue, ListCopy } from '#core/change/change.ts';
import type { Category, Item } from '#core/list/row.ts';
import { isDemoList, type ListRef } from '#core/account/list-ref.ts';
import type { List } from '#core/list/list.ts';

// Ids are positions, and synced accounts derive their own ids from them (product L3). Once released, a line may be
// reworded but never moved, removed or put in the middle, or two devices would disagree about which item an id means.
const NAMES_BY_CATEGORY: readonly (readonly [category: string, items: string])[] = [
  [
    'Fruits & Vegetables',
    'Apples,Bananas,Oranges,Lemons,Strawberries,Grapes,Avocados,Tomatoes,Potatoes,Onions,Garlic,Carrots,Broccoli,Lettuce',
  ],
  ['Dairy & Eggs', 'Milk,Eggs,Butter,Cheddar Cheese,Cream Cheese,Yogurt,Sour Cream,Heavy Cream'],
  ['Meat', 'Chicken,Ground Beef,Steak,Pork Chops,Bacon,Sausages'],
  ['Seafood', 'Salmon,Shrimp,Cod,Tuna Steaks,Crab'],
  ['Bakery', 'Bread,Bagels,Croissants,Hamburger Buns,Tortillas,Muffins'],
  ['Pantry', 'Beans,Lentils,Olive Oil,Vinegar,Salt,Black Pepper,Peanut Butter,Honey'],
  ['Frozen Foods', 'Ice Cream,Frozen Pizza,Frozen Peas,Frozen Berries,French Fries,Fish Sticks'],
  ['Beverages', 'Coffee,Tea,Orange Juice,Apple Juice,Bottled Water,Sparkling Water,Soda'],
  ['Household', 'Paper Towels,Toilet Paper,Dish Soap,Laundry Detergent,Trash Bags,Sponges,Aluminum Foil,Light Bulbs'],
  ['Personal Care', 'Shampoo,Conditioner,Toothpaste,Deodorant,Hand Soap,Body Wash,Razors'],
  ['Snacks', 'Chips,Crackers,Pretzels,Popcorn,Mixed Nuts,Chocolate'],
  ['Canned Goods', 'Soup,Beans,Canned Tuna,Diced Tomatoes,Sweet Corn'],
  ['Condiments & Sauces', 'Ketchup,Mustard,Mayonnaise,Soy Sauce,Hot Sauce,Barbecue Sauce'],
  ['Pasta & Rice', 'Rice,Spaghetti,Penne,Macaroni,Egg Noodles'],
  ['Breakfast', 'Cereal,Oatmeal,Granola,Pancake Mix,Maple Syrup'],
  ['Deli', 'Sliced Turkey,Sliced Ham,Salami,Hummus'],
  ['International Foods', 'Salsa,Taco Shells,Curry Paste,Coconut Milk'],
  ['Baking Supplies', 'Baking Powder,Flour,Sugar,Brown Sugar,Vanilla Extract'],
  ['Pet Supplies', 'Dog Food,Cat Food,Cat Litter'],
  ['Ice Cream', 'Vanilla Ice Cream,Chocolate Ice Cream,Strawberry Ice Cream'],
  ['Misc e.g. (Flowers, Gift Cards, Tape)', 'Flowers,Gift Cards,Tape'],
  ['Salads', 'Caesar Salad,Coleslaw,Potato Salad'],
  ['Pharmacy', 'Vitamins,Pain Relievers,Bandages'],
];

/** The 23 categories in the order of spec section 1, ids "1" to "23", all in the list (product L1). */
export const CATALOGUE_CATEGORIES: readonly Category[] = NAMES_BY_CATEGORY.map(([name], index) => ({
  id: String(index + 1),
  name,
  color: '',
  inList: true,
}));

/** The 130 items, ids "1" to "130", all unchecked, each with the id of its catalogue category (product L1). */
export const CATALOGUE_ITEMS: readonly Item[] = NAMES_BY_CATEGORY.flatMap(([, items], index) =>
  items.split(',').map((name) => ({ name, category: String(index + 1) })),
).map(({ name, category }, index) => ({ id: String(index + 1), name, category, checked: false }));

/** The whole catalogue. The demo uses these ids; accounts derive their own ids from them (product L3). */
export const CATALOGUE: Catalogue = { categories: CATALOGUE_CATEGORIES, items: CATALOGUE_ITEMS };

/** The six categories of a new real account, with names and colors in the order of the spec (product L2, spec section 3). */
export const DEFAULT_CATEGORIES: readonly Pick<Category, 'name' | 'color'>[] = [
  { name: 'Produce', color: '#10b981' },
  { name: 'Dairy', color: '#3b82f6' },
  { name: 'Meat', color: '#ef4444' },
  { name: 'Pantry', color: '#f59e0b' },
  { name: 'Frozen', color: '#06b6d4' },
  { name: 'Other', color: '#6b7280' },
];

/** The id of a list's default category, by its position from 1. It is the same on every device, so that two devices never create twelve. */
export const defaultCategoryId = (position: number, listId: string): string => `default-${position}-${listId}`;

/** For each of the 23 catalogue categories, in order, the number of the default category for its items; 0 if none matches. */
const DEFAULT_OF_CATALOGUE = [1, 2, 3, 3, 4, 4, 5, 0, 0, 0, 4, 4, 4, 4, 4, 0, 4, 4, 0, 5, 6, 1, 0];

/** The names of default categories, each with the catalogue's name for the same goods, where it differs (product L8). */
export const SAME_CATEGORIES: readonly (readonly [string, string])[] = [
  ['Produce', 'Fruits & Vegetables'],
  ['Dairy', 'Dairy & Eggs'],
  ['Frozen', 'Frozen Foods'],
  ['Other', 'Misc e.g. (Flowers, Gift Cards, Tape)'],
];

/**
 * The category of a catalogue item in a new list: one of its six categories or, if none matches (shampoo, dog food), the
 * catalogue's category, which is created with its first item (product L8, L3).
 * @param catalogueId the id of a catalogue category, "1" to "23"
 */
export function catalogueToListId(catalogueId: string, listId: string): string {
  const position = DEFAULT_OF_CATALOGUE[Number(catalogueId) - 1] ?? 0;
  return position === 0 ? toListId(catalogueId, listId) : defaultCategoryId(position, listId);
}

/** The most characters of an id that can be read back from a file (see ID in core/copy/field-schemas.ts). */
const LONGEST_ID = 200;

/**
 * Returns the id that an imported row gets in a list; an id that already belongs to the list is unchanged.
 *
 * @param id any id
 * @returns the id followed by the list's id; if that would be too long, a fingerprint of the id followed by it. The result
 *   is the same on all devices, and does not change when applied twice (product L3)
 */
export function toListId(id: string, listId: string): string {
  const ending = `-${listId}`;
  if (id.endsWith(ending)) return id;
  const mapped = id + ending;
  return mapped.length <= LONGEST_ID ? mapped : fingerprint(id) + ending;
}

/** The default list with ids of a list; the demo keeps the plain ids (product L1, L3). */
export const toListCatalogue = (catalogue: Catalogue, ref: ListRef): Catalogue =>
  isDemoList(ref) ? catalogue : mapRows(catalogue, { items: toIdOf(ref), categories: toIdOf(ref) });

/**
 * Gives an imported copy ids of a list: a list file, or the list of an older version. Items keep their categories, in
 * saved lists too (product L3).
 *
 * @param ref the list; in the demo, ids are unchanged
 * @param list its rows; ids that it has are unchanged. Null if it does not exist yet
 */
export function toListCopy(copy: ListCopy, ref: ListRef, list: List | null): ListCopy {
  if (isDemoList(ref)) return copy;
  const toId = toIdOf(ref);
  const unlessKnown =
    (rows: ReadonlyMap<string, unknown> | undefined): ToId =>
    (id) =>
      rows?.has(id) === true ? id : toId(id);
  const ids = { items: unlessKnown(list?.items), categories: unlessKnown(list?.categories) };
  const toSavedId = unlessKnown(list?.savedLists);
  return {
    listName: copy.listName,
    stores: copy.stores,
    ...mapRows(copy, ids),
    savedLists: copy.savedLists.map((saved) => ({
      ...saved,
      id: toSavedId(saved.id),
      items: mapItems(saved.items, ids),
    })),
  };
}

type ToId = (id: string) => string;
type ToIds = { readonly items: ToId; readonly categories: ToId };

const toIdOf =
  ({ listId }: ListRef): ToId =>
  (id) =>
    toListId(id, listId);

const mapRows = ({ items, categories }: Catalogue, ids: ToIds): Catalogue => ({
  items: mapItems(items, ids),
  categories: categories.map((category) => ({ ...category, id: ids.categories(category.id) })),
});

const mapItems = (items: readonly Item[], ids: ToIds): readonly Item[] =>
  items.map((item) => ({ ...item, id: ids.items(item.id), category: ids.categories(item.category) }));

/** 64 bits of FNV-1a over the code units, as 16 hexadecimal digits. It keeps ids apart, not secrets. */
function fingerprint(id: string): string {
  let bits = 0xcbf29ce484222325n;
  for (let at = 0; at < id.length; at += 1) {
    bits = BigInt.asUintN(64, (bits ^ BigInt(id.charCodeAt(at))) * 0x100000001b3n);
  }
  return bits.toString(16).padStart(16, '0');
}
