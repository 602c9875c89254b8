/** A list of many items as the file that the app brings in. */

const CATEGORIES = 20;

/** As `listToFile` writes it, with as many items over 20 categories as wanted. */
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
