/** The seed catalogue: the demo's first list, which Restore Default List restores (product L1). */
import type { Catalogue } from '#core/change/change.ts';
import type { Category, Item } from '#core/list/row.ts';

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
