/** Creates a list file with many items, for benchmarks. */

const CATEGORIES = 20;

/** Returns a file in the format of `listToFile`, with the given number of items in 20 categories. */
export function longListFile(items: number): string {
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
    })),
    savedLists: [],
  });
}
