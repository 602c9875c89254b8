/** The visible categories in their order, each with its counts. */
import { compareById } from '#core/list/compare-text.ts';
import { rankOf } from '#core/list/keyed-fields.ts';
import { isArranged, isCategoryVisible, liveRow, liveRows, type List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import { chooseColors, type ColoredCategory } from './category-colors.ts';

/** One category as the list shows it. */
export type ShownCategory = {
  readonly id: string;
  readonly name: string;
  /** A CSS hex color (product L15). */
  readonly color: string;
  readonly checked: number;
  readonly total: number;
};

export type ShownCategories = {
  /** Ids of the visible categories, by name (spec section 2, product L5) or as someone has arranged them (product O1). */
  readonly ids: () => readonly string[];
  readonly category: (id: string) => ShownCategory | undefined;
  /** The color of a category, in the list or not yet. */
  readonly color: (category: ColoredCategory) => string;
  /** The counts of the whole list. */
  readonly sum: () => { readonly checked: number; readonly total: number };
  /**
   * Recomputes some categories, and the colors of all if a category changed; returns the changes.
   * @param ids the ids of the categories that changed, or whose items did
   */
  readonly update: (
    ids: ReadonlySet<string>,
    checkedBy: ReadonlyMap<string, number>,
  ) => readonly ('shownCategories' | `category:${string}`)[];
};

export function createShownCategories(list: List, order: NameOrder): ShownCategories {
  const shown = new Map<string, ShownCategory>();
  const checked = countChecked(list);
  const colors = createColors(list);
  let sorted: readonly string[] = [];
  const refresh = (id: string): boolean => {
    const next = isCategoryVisible(list, id)
      ? readShownCategory(list, { id, checked: checked.get(id) ?? 0, color: colors.of })
      : undefined;
    if (isSameCategory(shown.get(id), next, FIELDS)) return false;
    if (next) shown.set(id, next);
    else shown.delete(id);
    return true;
  };
  const sort = (): boolean => {
    const next = sortIds(list, shown, order);
    if (next.length === sorted.length && next.every((id, at) => id === sorted[at])) return false;
    sorted = next;
    return true;
  };
  for (const id of new Set([...list.categories.keys(), ...list.itemIdsByCategory.keys()])) refresh(id);
  sort();
  return {
    ids: () => sorted,
    category: (id) => shown.get(id),
    color: colors.of,
    sum: () => sumCounts(shown),
    update(ids, checkedBy) {
      for (const [id, by] of checkedBy) checked.set(id, (checked.get(id) ?? 0) + by);
      const changed = [...(colors.update(ids) ? new Set([...ids, ...shown.keys()]) : ids)].filter(refresh);
      // A category that was only moved looks the same.
      const isOrderNew = sort();
      return [
        ...(isOrderNew ? (['shownCategories'] as const) : []),
        ...changed.map((id): `category:${string}` => `category:${id}`),
      ];
    },
  };
}

/** Categories without a rank, such as one that was added after the others were arranged, come after those with a rank. */
function sortIds(list: List, shown: ReadonlyMap<string, ShownCategory>, order: NameOrder): readonly string[] {
  const isByName = !isArranged(list);
  const placed = Array.from(shown.values(), ({ id, name }) => {
    const category = isByName ? undefined : list.categories.get(id);
    return { id, name, rank: (category && rankOf(category)) ?? Number.POSITIVE_INFINITY };
  });
  return placed
    .toSorted((a, b) => compareRanks(a.rank, b.rank) || order(a.name, b.name) || compareById(a, b))
    .map(({ id }) => id);
}

const compareRanks = (a: number, b: number): number => (a < b ? -1 : Number(a > b));

/** A category that was deleted elsewhere while it still has items keeps its name here (product Y3). */
function readShownCategory(
  list: List,
  { id, checked, color }: { readonly id: string; readonly checked: number; readonly color: ShownCategories['color'] },
): ShownCategory {
  const category = list.categories.get(id) ?? { id, name: '', color: '' };
  const total = list.itemIdsByCategory.get(id)?.size ?? 0;
  return { id, name: category.name, color: color(category), checked, total };
}

/** The colors of the categories that are not deleted, and of any other as if it were added to them. */
function createColors(list: List) {
  let byId = new Map(liveRows(list.categories).map((row) => [row.id, row]));
  let colorById = chooseColors([...byId.values()]);
  return {
    of: (category: ColoredCategory): string => {
      const known = byId.get(category.id);
      const chosen = known && isSameColored(known, category) ? colorById.get(category.id) : undefined;
      if (chosen !== undefined) return chosen;
      const others = [...byId.values()].filter(({ id }) => id !== category.id);
      return chooseColors([...others, category]).get(category.id) ?? '';
    },
    /** Chooses the colors again if one of these categories changed; returns whether one did. */
    update: (ids: ReadonlySet<string>): boolean => {
      if ([...ids].every((id) => isSameColored(byId.get(id), liveRow(list.categories, id)))) return false;
      byId = new Map(liveRows(list.categories).map((row) => [row.id, row]));
      colorById = chooseColors([...byId.values()]);
      return true;
    },
  };
}

const isSameColored = (a: ColoredCategory | undefined, b: ColoredCategory | undefined): boolean =>
  isSameCategory(a, b, ['name', 'color']);

const FIELDS = ['id', 'name', 'color', 'checked', 'total'] as const;

const isSameCategory = <R extends ColoredCategory>(
  a: R | undefined,
  b: R | undefined,
  fields: readonly (keyof R)[],
): boolean => (a === undefined) === (b === undefined) && fields.every((field) => a?.[field] === b?.[field]);

function countChecked(list: List): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list.items.values()) {
    if (item.checked && !item.deleted) counts.set(item.category, (counts.get(item.category) ?? 0) + 1);
  }
  return counts;
}

function sumCounts(categories: ReadonlyMap<string, ShownCategory>): { checked: number; total: number } {
  let checked = 0;
  let total = 0;
  for (const category of categories.values()) {
    checked += category.checked;
    total += category.total;
  }
  return { checked, total };
}
