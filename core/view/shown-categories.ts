/** The visible categories in their order, each with its counts. */
import { compareText } from '#core/list/compare-text.ts';
import { isCategoryVisible } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';

/** One category as the list shows it. */
export type ShownCategory = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly checked: number;
  readonly total: number;
};

export type ShownCategories = {
  /** Ids of the visible categories, by name (spec section 2, product L5). */
  readonly ids: () => readonly string[];
  readonly category: (id: string) => ShownCategory | undefined;
  /** The counts of the whole list. */
  readonly sum: () => { readonly checked: number; readonly total: number };
  /** Recomputes some categories; returns the changes. */
  readonly update: (
    ids: ReadonlySet<string>,
    checkedBy: ReadonlyMap<string, number>,
  ) => readonly ('shownCategories' | `category:${string}`)[];
};

export function createShownCategories(list: List, order: NameOrder): ShownCategories {
  const shown = new Map<string, ShownCategory>();
  const checked = countChecked(list);
  let sorted: readonly string[] = [];
  const refresh = (id: string): boolean => {
    const next = isCategoryVisible(list, id) ? readShownCategory(list, id, checked.get(id) ?? 0) : undefined;
    if (isSameCategory(shown.get(id), next)) return false;
    if (next) shown.set(id, next);
    else shown.delete(id);
    return true;
  };
  const sort = (): boolean => {
    const next = [...shown.values()]
      .toSorted((a, b) => order(a.name, b.name) || compareText(a.id, b.id))
      .map((category) => category.id);
    if (next.length === sorted.length && next.every((id, at) => id === sorted[at])) return false;
    sorted = next;
    return true;
  };
  for (const id of new Set([...list.categories.keys(), ...list.itemIdsByCategory.keys()])) refresh(id);
  sort();
  return {
    ids: () => sorted,
    category: (id) => shown.get(id),
    sum: () => sumCounts(shown),
    update(ids, checkedBy) {
      for (const [id, by] of checkedBy) checked.set(id, (checked.get(id) ?? 0) + by);
      const changed = [...ids].filter(refresh);
      const isOrderNew = changed.length > 0 && sort();
      return [
        ...(isOrderNew ? (['shownCategories'] as const) : []),
        ...changed.map((id): `category:${string}` => `category:${id}`),
      ];
    },
  };
}

/** A category that was deleted elsewhere while it still has items keeps its name here (product Y3). */
function readShownCategory(list: List, id: string, checked: number): ShownCategory {
  const category = list.categories.get(id);
  const total = list.itemIdsByCategory.get(id)?.size ?? 0;
  return { id, name: category?.name ?? '', color: category?.color ?? '', checked, total };
}

const FIELDS = ['id', 'name', 'color', 'checked', 'total'] as const;

const isSameCategory = (a: ShownCategory | undefined, b: ShownCategory | undefined): boolean =>
  FIELDS.every((field) => a?.[field] === b?.[field]);

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
