/** Creates a list file with many items, for benchmarks. */

const CATEGORIES = 20;

/**
 * Returns a file in the format of `listToFile`, with the given number of items in 20 categories. If it has stores, a third of the items
 * are tied to one.
 */
export function longListFile(items: number, stores = 0): string {
  return JSON.stringify({
    format: 'checklist',
    version: 1,
    savedAt: '2026-01-01T00:00:00.000Z',
    listName: 'Long List',
    categories: Array.from({ length: CATEGORIES }, (_, at) => ({
      id: `category-${at}`,
      name: `Category ${at}`,
      color: '',
      inList: true,
    })),
    items: Array.from({ length: items }, (_, at) => ({
      id: `item-${at}`,
      name: `Item ${at}`,
      category: `category-${at % CATEGORIES}`,
      checked: false,
      ...(stores > 0 && at % 3 === 0 && { store: `store-${(at / 3) % stores}` }),
    })),
    ...(stores > 0 && {
      stores: Object.fromEntries(Array.from({ length: stores }, (_, at) => [`store-${at}`, `Store ${at}`])),
    }),
    savedLists: [],
  });
}
