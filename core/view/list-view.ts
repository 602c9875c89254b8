/** The view of a list: categories in order, their items in blocks, and the counts. */
import { rowDiffsOf, type Diff, type RowDiff } from '#core/diff/diff.ts';
import { savedListsByTime } from '#core/change/change-saved-lists.ts';
import type { Category, SavedList } from '#core/list/row.ts';
import { compareById } from '#core/list/compare-text.ts';
import { isCategoryVisible, listName, liveRows, type List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { Block } from './blocks.ts';
import { createCategoryBlocks } from './category-blocks.ts';
import { createShownCategories, type ShownCategories, type ShownCategory } from './shown-categories.ts';
import { itemMoves, createItemOrder } from './item-order.ts';
import { createTickedLast } from './ticked-last.ts';

export type Heading = { readonly name: string; readonly checked: number; readonly total: number };

/** Names a part of the screen that changed. Components subscribe to their own keys. */
export type ViewKey =
  | 'heading'
  | 'shownCategories'
  | 'categories'
  | 'savedLists'
  | `category:${string}`
  | `blocks:${string}`
  | `block:${string}`
  | `item:${string}`;

export type ListView = {
  readonly heading: () => Heading;
  /** Ids of the visible categories, by name (spec section 2) or as someone has arranged them (product O1). */
  readonly shownCategoryIds: () => readonly string[];
  readonly shownCategory: (id: string) => ShownCategory | undefined;
  /** The color of a category, in the list or not yet (product L15). It changes with the key `categories`. */
  readonly color: ShownCategories['color'];
  readonly blocks: (categoryId: string) => readonly Block[];
  /** The item ids of one block. */
  readonly block: (key: string) => readonly string[];
  /** All categories that the shopper can choose, in the list or not, by name; of several with one name, one in view (product L11). */
  readonly categories: () => readonly Category[];
  /** The saved lists, latest first. */
  readonly savedLists: () => readonly SavedList[];
  /** Updates the view after the list has applied a diff; returns the changed keys. */
  readonly update: (diff: Diff) => ReadonlySet<ViewKey>;
  /** Moves the items that were ticked or unticked since the last call, if ticked items come last; returns the changed keys. */
  readonly sortTicked: () => ReadonlySet<ViewKey>;
  /** Turns 'Checked items last' on or off; returns the changed keys. */
  readonly setTickedLast: (isOn: boolean) => ReadonlySet<ViewKey>;
};

/**
 * Creates the view of a list. After `update` and `sortTicked` it equals a newly created view, but only the touched parts are recomputed.
 * @param order compares two names by the shopper's language (product L5)
 * @param isTickedLast whether ticked items come last in their category
 */
export function createListView(list: List, order: NameOrder, isTickedLast = false): ListView {
  const tickedLast = createTickedLast(list, isTickedLast);
  const blocks = createCategoryBlocks(list, createItemOrder(list, order, tickedLast.isLast));
  const shown = createShownCategories(list, order);
  const readHeading = (): Heading => ({ name: listName(list), ...shown.sum() });
  let heading = readHeading();
  let categories = categoriesByName(list, order);
  let savedLists = savedListsByTime(list);
  return {
    heading: () => heading,
    shownCategoryIds: shown.ids,
    shownCategory: shown.category,
    color: shown.color,
    blocks: blocks.ofCategory,
    block: blocks.itemIds,
    categories: () => categories,
    savedLists: () => savedLists,
    update(diff) {
      const changed = rowDiffsOf(diff, 'categories');
      const keys = moveItems({ list, tickedLast, blocks, shown }, rowDiffsOf(diff, 'items'), changed);
      const nextHeading = readHeading();
      if (!isSameHeading(heading, nextHeading)) {
        heading = nextHeading;
        keys.add('heading');
      }
      // Which of several categories of one name is in view depends on its items, too.
      if (changed.length > 0 || keys.has('shownCategories')) {
        categories = categoriesByName(list, order);
        keys.add('categories');
      }
      if (diff.some(({ table }) => table === 'savedLists')) {
        savedLists = savedListsByTime(list);
        keys.add('savedLists');
      }
      return keys;
    },
    sortTicked: () => new Set(blocks.move(tickedLast.sortTicked())),
    setTickedLast: (isOn) => new Set(blocks.rebuild(tickedLast.set(isOn))),
  };
}

type Indexes = {
  readonly list: List;
  readonly tickedLast: ReturnType<typeof createTickedLast>;
  readonly blocks: ReturnType<typeof createCategoryBlocks>;
  readonly shown: ReturnType<typeof createShownCategories>;
};

/** Moves the changed items, and the categories that have changed with them. @returns the changed keys */
function moveItems(
  { list, tickedLast, blocks, shown }: Indexes,
  items: readonly RowDiff<'items'>[],
  categories: readonly RowDiff<'categories'>[],
): Set<ViewKey> {
  const moves = itemMoves(list, items);
  tickedLast.update(items, moves);
  const touched = new Set([...moves.categoryIds, ...categories.map((row) => row.id)]);
  const itemKeys = items.map(({ id }): ViewKey => `item:${id}`);
  return new Set([...blocks.move(moves), ...shown.update(touched, moves.checkedBy), ...itemKeys]);
}

const isSameHeading = (a: Heading, b: Heading): boolean =>
  a.name === b.name && a.checked === b.checked && a.total === b.total;

function categoriesByName(list: List, order: NameOrder): readonly Category[] {
  const rankOf = ({ id }: Category): number => Number(!isCategoryVisible(list, id));
  const byKey = new Map<string, Category>();
  for (const row of liveRows(list.categories).toSorted((a, b) => rankOf(a) - rankOf(b) || compareById(a, b))) {
    // Categories without a visible name are not one another's.
    const key = nameKey(row.name) || row.id;
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return [...byKey.values()].toSorted((a, b) => order(a.name, b.name) || compareById(a, b));
}
