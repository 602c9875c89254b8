/** What new lists have: the seed catalogue of the demo's first list (product L1), and the six categories of an account (product L2). */
import type { Catalogue } from '#core/change/change.ts';
import type { Category, Item } from '#core/list/row.ts';
import { toListId } from './list-ids.ts';

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
