/** The visible categories in their order, each with its counts; and the number of items for other stores (product O3). */
import { compareById } from '#core/list/compare-text.ts';
import { rankOf, type OrderOf } from '#core/list/keyed-fields.ts';
import { byId } from '#core/list/contents.ts';
import { hasCategory, isArranged, isCategoryVisible, type List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/name-key.ts';
import { chooseColors, type ColoredCategory } from './category-colors.ts';
import { addCounts, type Counts, OTHER_STORES, type ItemPlaces } from './item-places.ts';

/** One category as the list shows it. */
export type ShownCategory = {
  readonly id: string;
  readonly name: string;
  /** A CSS hex color (product L15). */
  readonly color: string;
  readonly checked: number;
  readonly total: number;
  /**
   * Whether it has items, but all of them are for stores other than the chosen one, so that its heading would be empty
   * (product O3).
   */
  readonly isElsewhere: boolean;
};

export type ShownCategories = {
  /**
   * Ids of the visible categories: in the order of the chosen store, otherwise as someone has arranged them, otherwise by name
   * (spec section 2, product L5, O1, O2).
   */
  readonly ids: () => readonly string[];
  readonly category: (id: string) => ShownCategory | undefined;
  /** The color of a category, in the list or not yet. */
  readonly color: (category: ColoredCategory) => string;
  /** The counts of all categories. */
  readonly sum: () => Counts;
  /** The counts of the items for other stores, which are in no category. The same object until they change. */
  readonly otherStores: () => Counts;
  /**
   * Recomputes some categories, and the colors of all if a category changed; returns the changes.
   * @param changedIds the ids of the categories that changed
   * @param countsBy the changes of the numbers of items
   */
  readonly update: (
    changedIds: readonly string[],
    countsBy: ReadonlyMap<string, Counts>,
  ) => readonly ('shownCategories' | 'otherStores' | `category:${string}`)[];
};

export function createShownCategories(list: List, order: NameOrder, places: ItemPlaces): ShownCategories {
  const shown = new Map<string, ShownCategory>();
  const counts = countItems(list, places);
  const colors = createColors(list);
  const refresh = (id: string): boolean => {
    const next = isCategoryVisible(list, id)
      ? readShownCategory(list, id, { counts: counts.get(id) ?? NONE, color: colors.of })
      : undefined;
    if (isSameCategory(shown.get(id), next, FIELDS)) return false;
    if (next) shown.set(id, next);
    else shown.delete(id);
    return true;
  };
  for (const id of categoryIds(list)) refresh(id);
  const sorted = createSortedIds(list, shown, { order, places });
  return {
    ids: sorted.ids,
    category: (id) => shown.get(id),
    color: colors.of,
    sum: () => [...shown.values()].reduce<Counts>(addCounts, NONE),
    otherStores: () => counts.get(OTHER_STORES) ?? NONE,
    update(changedIds, countsBy) {
      addAll(counts, countsBy);
      const ids = new Set([...countsBy.keys(), ...changedIds]);
      const before = new Set(shown.keys());
      const changed = [...(colors.update(ids) ? new Set([...ids, ...shown.keys()]) : ids)].filter(refresh);
      const isNew = changedIds.length > 0 || changed.some((id) => shown.has(id) !== before.has(id));
      return [
        // A category that was only moved looks the same.
        ...(sorted.update(isNew) ? (['shownCategories'] as const) : []),
        ...(countsBy.has(OTHER_STORES) ? (['otherStores'] as const) : []),
        ...changed.map((id): `category:${string}` => `category:${id}`),
      ];
    },
  };
}

type Sorting = { readonly order: NameOrder; readonly places: Pick<ItemPlaces, 'chosenStore'> };

/** The ids of the shown categories, in order. A tick changes only counts, so it sorts nothing. */
function createSortedIds(list: List, shown: ReadonlyMap<string, ShownCategory>, { order, places }: Sorting) {
  let store = places.chosenStore();
  const sort = (): readonly string[] => sortIds(list, [...shown.values()], { order, store });
  let ids = sort();
  return {
    ids: () => ids,
    /**
     * @param isNew whether a category was changed, added or removed
     * @returns whether this moved a category
     */
    update(isNew: boolean): boolean {
      if (!isNew && places.chosenStore() === store) return false;
      store = places.chosenStore();
      const next = sort();
      if (next.length === ids.length && next.every((id, at) => id === ids[at])) return false;
      ids = next;
      return true;
    },
  };
}

/**
 * Categories without a rank, such as one that was added after the others were arranged, come after those with a rank. In a store's
 * order, they follow the list's order.
 */
export function sortIds(
  list: List,
  shown: readonly ShownCategory[],
  { order, store }: { readonly order: NameOrder; readonly store: OrderOf },
): readonly string[] {
  const orders = [...new Set([store, null])].filter((one) => isArranged(list, one));
  return shown
    .map(({ id, name }) => {
      const category = list.categories.get(id) ?? {};
      return { id, name, ranks: orders.map((one) => rankOf(category, one) ?? Number.POSITIVE_INFINITY) };
    })
    .toSorted((a, b) => compareRanks(a.ranks, b.ranks) || order(a.name, b.name) || compareById(a, b))
    .map(({ id }) => id);
}

/** Compares the first ranks that differ. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

/** A category that was deleted elsewhere while it still has items keeps its name here (product Y3). */
function readShownCategory(
  list: List,
  id: string,
  { counts, color }: { readonly counts: Counts; readonly color: ShownCategories['color'] },
): ShownCategory {
  const category = readCategory(list, id);
  const isElsewhere = counts.total === 0 && (list.itemIdsByCategory.get(id)?.size ?? 0) > 0;
  return { id, name: category.name, color: color(category), ...counts, isElsewhere };
}

/** The ids of all categories, including those of items whose category has no row. */
const categoryIds = (list: List): ReadonlySet<string> =>
  new Set([...list.categories.keys(), ...list.itemIdsByCategory.keys()]);

/** A category without a row has no name: another client wrote its items, or its row has not arrived yet. */
const readCategory = (list: List, id: string): ColoredCategory =>
  list.categories.get(id) ?? { id, name: '', color: '' };

/** The colors of the list's categories. Any other category gets the color that it would have in the list. */
function createColors(list: List) {
  const find = (id: string): ColoredCategory | undefined =>
    hasCategory(list, id) ? readCategory(list, id) : undefined;
  const read = () => byId([...categoryIds(list)].flatMap((id) => find(id) ?? []));
  let rows = read();
  let colorById = chooseColors([...rows.values()]);
  return {
    of: (category: ColoredCategory): string => {
      const known = rows.get(category.id);
      const chosen = known && isSameColored(known, category) ? colorById.get(category.id) : undefined;
      if (chosen !== undefined) return chosen;
      const others = [...rows.values()].filter(({ id }) => id !== category.id);
      return chooseColors([...others, category]).get(category.id) ?? '';
    },
    /** Chooses the colors again if one of these categories changed; returns whether one did. */
    update: (ids: ReadonlySet<string>): boolean => {
      if ([...ids].every((id) => isSameColored(rows.get(id), find(id)))) return false;
      rows = read();
      colorById = chooseColors([...rows.values()]);
      return true;
    },
  };
}

const isSameColored = (a: ColoredCategory | undefined, b: ColoredCategory | undefined): boolean =>
  isSameCategory(a, b, ['name', 'color']);

const FIELDS = ['id', 'name', 'color', 'checked', 'total', 'isElsewhere'] as const;

const isSameCategory = <R extends ColoredCategory>(
  a: R | undefined,
  b: R | undefined,
  fields: readonly (keyof R)[],
): boolean => (a === undefined) === (b === undefined) && fields.every((field) => a?.[field] === b?.[field]);

function countItems(list: List, { notedPlaceOf }: ItemPlaces): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const item of list.items.values()) {
    const place = notedPlaceOf(item);
    if (!item.deleted) counts.set(place, addCounts(counts.get(place), { checked: Number(item.checked), total: 1 }));
  }
  return counts;
}

function addAll(counts: Map<string, Counts>, countsBy: ReadonlyMap<string, Counts>): void {
  for (const [place, by] of countsBy) counts.set(place, addCounts(counts.get(place), by));
}

const NONE: Counts = { checked: 0, total: 0 };
