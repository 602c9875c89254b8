/** The view of a list, for a chosen store or for none: categories in order, their items in blocks, and the counts. */
import { type Diff, type RowDiff, rowDiffsOf, setsStores } from '#core/diff/diff.ts';
import { savedListsByTime } from '#core/change/change-saved-lists.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { Category, Item, Row, SavedList } from '#core/list/row.ts';
import { compareById } from '#core/list/compare-text.ts';
import { categoriesOf, isCategoryVisible, listName, type List } from '#core/list/list.ts';
import { nameKey, type NameOrder } from '#core/name/name-key.ts';
import { storesOf, type ListedStore } from '#core/stores/stores.ts';
import { type Block, createCategoryBlocks } from './category-blocks.ts';
import { createShownCategories, type ShownCategories, type ShownCategory } from './shown-categories.ts';
import { createItemOrder, createTickedLast } from './item-order.ts';
import { itemMoves, type Counts, createItemPlaces } from './item-places.ts';

export type Heading = { readonly name: string; readonly checked: number; readonly total: number };

/** Names a part of the screen that changed. Components subscribe to their own keys. */
export type ViewKey =
  | 'heading'
  | 'shownCategories'
  | 'categories'
  | 'savedLists'
  /** The stores of the list and which one is chosen. */
  | 'stores'
  | 'otherStores'
  | `category:${string}`
  | `blocks:${string}`
  | `block:${string}`
  | `item:${string}`;

export type ListView = {
  readonly heading: () => Heading;
  /** Ids of the visible categories, by name (spec section 2) or as arranged for the chosen store or the list (product O1, O2). */
  readonly shownCategoryIds: () => readonly string[];
  readonly shownCategory: (id: string) => ShownCategory | undefined;
  /** The color of a category, in the list or not yet (product L15). It changes with the key `categories`. */
  readonly color: ShownCategories['color'];
  /** The blocks of a category, or of `OTHER_STORES` (core/view/item-places.ts). */
  readonly blocks: (categoryId: string) => readonly Block[];
  /** The item ids of one block. */
  readonly block: (key: string) => readonly string[];
  /** All categories that the shopper can choose, in the list or not, by name; of several with one name, one in view (product L11). */
  readonly categories: () => readonly Category[];
  /** The saved lists, latest first. */
  readonly savedLists: () => readonly SavedList[];
  /** The stores of the list, sorted by name (product O2). */
  readonly stores: () => readonly ListedStore[];
  /** The chosen store; null if none is chosen, or if the list no longer has it. It changes with the key `stores`. */
  readonly chosenStore: () => StoreId | null;
  /**
   * The number of items that are tied to other stores than the chosen one (product O3). They are in no category and not counted in the
   * heading, because they are not to be bought here.
   */
  readonly otherStores: () => Counts;
  /** Chooses a store, or none; returns the changed keys. */
  readonly chooseStore: (store: StoreId | null) => ReadonlySet<ViewKey>;
  /** The place of an item for the chosen store: its category, or `OTHER_STORES`. */
  readonly placeOf: (item: Item) => string;
  /** Updates the view after the list has applied a diff; returns the changed keys. */
  readonly update: (diff: Diff) => ReadonlySet<ViewKey>;
  /** Moves the items that were ticked or unticked since the last call, if ticked items come last; returns the changed keys. */
  readonly sortTicked: () => ReadonlySet<ViewKey>;
  /** Turns 'Checked items last' on or off; returns the changed keys. */
  readonly setTickedLast: (isOn: boolean) => ReadonlySet<ViewKey>;
};

export type ViewOptions = {
  /** Whether ticked items come last in their category; false if missing. */
  readonly isTickedLast?: boolean | undefined;
  /** None if missing. */
  readonly chosenStore?: StoreId | null | undefined;
};

/**
 * Creates the view of a list. After `update`, `chooseStore` and `sortTicked` it equals a newly created view, but only the touched parts
 * are recomputed.
 * @param order compares two names by the shopper's language (product L5)
 */
export function createListView(
  list: List,
  order: NameOrder,
  { isTickedLast = false, chosenStore = null }: ViewOptions = {},
): ListView {
  const parts = createParts(list, order, { isTickedLast, chosenStore });
  const { places, tickedLast, blocks, shown } = parts;
  const { update: updateRows, ...rows } = createRowLists(list, order);
  const readHeading = (): Heading => ({ name: listName(list), ...shown.sum() });
  let heading = readHeading();
  const withHeading = (keys: Set<ViewKey>): Set<ViewKey> => {
    const next = readHeading();
    if (isSameHeading(heading, next)) return keys;
    heading = next;
    return keys.add('heading');
  };
  return {
    ...rows,
    heading: () => heading,
    shownCategoryIds: shown.ids,
    shownCategory: shown.category,
    color: shown.color,
    blocks: blocks.ofCategory,
    block: blocks.itemIds,
    chosenStore: places.chosenStore,
    otherStores: shown.otherStores,
    placeOf: places.placeOf,
    chooseStore: (wanted) => withHeading(moveItems(list, parts, { retied: places.choose(wanted) }).add('stores')),
    update(diff) {
      const [items, changed] = [rowDiffsOf(diff, 'items'), rowDiffsOf(diff, 'categories')];
      const retied = changesStores(diff) ? places.refresh() : [];
      const keys = moveItems(list, parts, { items, changed, retied });
      for (const key of updateRows(diff, keys.has('shownCategories'))) keys.add(key);
      return withHeading(keys);
    },
    sortTicked: () => new Set(blocks.move(tickedLast.sortTicked())),
    setTickedLast: (isOn) => new Set(blocks.rebuild(tickedLast.set(isOn))),
  };
}

const changesStores = (diff: Diff): boolean => rowDiffsOf(diff, 'listRow').some(setsStores);

/** The categories, saved lists and stores, each as one array. */
function createRowLists(list: List, order: NameOrder) {
  let categories = categoriesByName(list, order);
  let savedLists = savedListsByTime(list);
  let stores = storesOf(list, order);
  return {
    categories: () => categories,
    savedLists: () => savedLists,
    stores: () => stores,
    /** @param isShownNew whether the categories in view, or their order, have changed; returns the changed keys */
    update: (diff: Diff, isShownNew: boolean): readonly ViewKey[] => {
      const keys: ViewKey[] = [];
      // Which of several categories of one name is in view depends on its items, too.
      if (isShownNew || diff.some(({ table }) => table === 'categories')) {
        categories = categoriesByName(list, order);
        keys.push('categories');
      }
      if (diff.some(({ table }) => table === 'savedLists')) {
        savedLists = savedListsByTime(list);
        keys.push('savedLists');
      }
      if (changesStores(diff)) {
        stores = storesOf(list, order);
        keys.push('stores');
      }
      return keys;
    },
  };
}

type ViewParts = ReturnType<typeof createParts>;

function createParts(
  list: List,
  order: NameOrder,
  { isTickedLast, chosenStore }: { readonly isTickedLast: boolean; readonly chosenStore: StoreId | null },
) {
  const places = createItemPlaces(list, chosenStore);
  const tickedLast = createTickedLast(list, places, isTickedLast);
  const itemOrder = createItemOrder(list, order, tickedLast.isLast);
  return {
    places,
    tickedLast,
    blocks: createCategoryBlocks(list, places, itemOrder),
    shown: createShownCategories(list, order, places),
  };
}

type ChangedRows = {
  readonly items?: readonly RowDiff<'items'>[];
  readonly changed?: readonly RowDiff<'categories'>[];
  /** Items that may have moved to or from the other stores without being changed. */
  readonly retied: readonly Row<Item>[];
};

/** Moves the changed items, and the categories that have changed with them. @returns the changed keys */
function moveItems(
  list: List,
  { places, tickedLast, blocks, shown }: ViewParts,
  { items = [], changed = [], retied }: ChangedRows,
): Set<ViewKey> {
  const own = new Set(items.map(({ id }) => id));
  const others = retied.filter(({ id }) => !own.has(id)).map(({ id }) => ({ id, before: {} }));
  // A tick moves no item: its moves have only counts.
  const moves = itemMoves(list, [...items, ...others], places);
  tickedLast.update(items, moves);
  const categoryIds = changed.map(({ id }) => id);
  const itemKeys = items.map(({ id }): ViewKey => `item:${id}`);
  return new Set([...blocks.move(moves), ...shown.update(categoryIds, moves.countsBy), ...itemKeys]);
}

const isSameHeading = (a: Heading, b: Heading): boolean =>
  a.name === b.name && a.checked === b.checked && a.total === b.total;

function categoriesByName(list: List, order: NameOrder): readonly Category[] {
  const rankOf = ({ id }: Category): number => Number(!isCategoryVisible(list, id));
  const byKey = new Map<string, Category>();
  for (const row of categoriesOf(list).toSorted((a, b) => rankOf(a) - rankOf(b) || compareById(a, b))) {
    // Categories without a visible name are not one another's.
    const key = nameKey(row.name) || row.id;
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return [...byKey.values()].toSorted((a, b) => order(a.name, b.name) || compareById(a, b));
}
