/** The view of a list: categories in order, their items in blocks, and the counts. */
import type { Diff } from '#core/diff/diff.ts';
import { savedListsByTime } from '#core/change/change-saved-lists.ts';
import type { Category, SavedList } from '#core/list/row.ts';
import { compareText } from '#core/list/compare-text.ts';
import { listName, liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { Block } from './blocks.ts';
import { createCategoryBlocks } from './category-blocks.ts';
import type { ShownCategory } from './shown-categories.ts';
import { createShownCategories } from './shown-categories.ts';
import { itemMoves } from './item-moves.ts';
import { createItemOrder } from './item-order.ts';
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
  /** Ids of the visible categories, by name (spec section 2). */
  readonly shownCategoryIds: () => readonly string[];
  readonly shownCategory: (id: string) => ShownCategory | undefined;
  readonly blocks: (categoryId: string) => readonly Block[];
  /** The item ids of one block. */
  readonly block: (key: string) => readonly string[];
  /** All categories that the shopper can choose, in the list or not, by name. */
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
    blocks: blocks.ofCategory,
    block: blocks.itemIds,
    categories: () => categories,
    savedLists: () => savedLists,
    update(diff) {
      const moves = itemMoves(list, diff.items);
      tickedLast.update(diff.items, moves);
      const touched = new Set([...moves.categoryIds, ...diff.categories.map((row) => row.id)]);
      const itemKeys = diff.items.map(({ id }): ViewKey => `item:${id}`);
      const keys = new Set<ViewKey>([...blocks.move(moves), ...shown.update(touched, moves.checkedBy), ...itemKeys]);
      const nextHeading = readHeading();
      if (!isSameHeading(heading, nextHeading)) {
        heading = nextHeading;
        keys.add('heading');
      }
      if (diff.categories.length > 0) categories = categoriesByName(list, order);
      if (diff.savedLists.length > 0) savedLists = savedListsByTime(list);
      for (const key of ['categories', 'savedLists'] as const) if (diff[key].length > 0) keys.add(key);
      return keys;
    },
    sortTicked: () => new Set(blocks.move(tickedLast.sortTicked())),
    setTickedLast: (isOn) => new Set(blocks.rebuild(tickedLast.set(isOn))),
  };
}

const isSameHeading = (a: Heading, b: Heading): boolean =>
  a.name === b.name && a.checked === b.checked && a.total === b.total;

const categoriesByName = (list: List, order: NameOrder): readonly Category[] =>
  liveRows(list.categories).toSorted((a, b) => order(a.name, b.name) || compareText(a.id, b.id));
