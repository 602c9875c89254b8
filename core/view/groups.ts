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

export type Groups = {
  /** Ids of the visible categories, by name (spec section 2, product L5). */
  readonly ids: () => readonly string[];
  readonly group: (id: string) => ShownCategory | undefined;
  /** The counts of the whole list. */
  readonly sum: () => { readonly checked: number; readonly total: number };
  /** Recomputes some groups; returns the changes. */
  readonly update: (
    ids: ReadonlySet<string>,
    checkedBy: ReadonlyMap<string, number>,
  ) => readonly ('groups' | `group:${string}`)[];
};

export function createGroups(list: List, order: NameOrder): Groups {
  const groups = new Map<string, ShownCategory>();
  const checked = countChecked(list);
  let sorted: readonly string[] = [];
  const refresh = (id: string): boolean => {
    const next = isCategoryVisible(list, id) ? readGroup(list, id, checked.get(id) ?? 0) : undefined;
    if (isSameGroup(groups.get(id), next)) return false;
    if (next) groups.set(id, next);
    else groups.delete(id);
    return true;
  };
  const sort = (): boolean => {
    const next = [...groups.values()]
      .toSorted((a, b) => order(a.name, b.name) || compareText(a.id, b.id))
      .map((group) => group.id);
    if (next.length === sorted.length && next.every((id, at) => id === sorted[at])) return false;
    sorted = next;
    return true;
  };
  for (const id of new Set([...list.categories.keys(), ...list.itemIdsByCategory.keys()])) refresh(id);
  sort();
  return {
    ids: () => sorted,
    group: (id) => groups.get(id),
    sum: () => sumGroups(groups),
    update(ids, checkedBy) {
      for (const [id, by] of checkedBy) checked.set(id, (checked.get(id) ?? 0) + by);
      const changed = [...ids].filter(refresh);
      const isOrderNew = changed.length > 0 && sort();
      return [...(isOrderNew ? (['groups'] as const) : []), ...changed.map((id): `group:${string}` => `group:${id}`)];
    },
  };
}

/** A category that was deleted elsewhere while it still has items keeps its name here (product Y3). */
function readGroup(list: List, id: string, checked: number): ShownCategory {
  const category = list.categories.get(id);
  const total = list.itemIdsByCategory.get(id)?.size ?? 0;
  return { id, name: category?.name ?? '', color: category?.color ?? '', checked, total };
}

const GROUP_FIELDS = ['id', 'name', 'color', 'checked', 'total'] as const;

const isSameGroup = (a: ShownCategory | undefined, b: ShownCategory | undefined): boolean =>
  GROUP_FIELDS.every((field) => a?.[field] === b?.[field]);

function countChecked(list: List): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list.items.values()) {
    if (item.checked && !item.deleted) counts.set(item.category, (counts.get(item.category) ?? 0) + 1);
  }
  return counts;
}

function sumGroups(groups: ReadonlyMap<string, ShownCategory>): { checked: number; total: number } {
  let checked = 0;
  let total = 0;
  for (const group of groups.values()) {
    checked += group.checked;
    total += group.total;
  }
  return { checked, total };
}
