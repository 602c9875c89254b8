/** All subscriptions of this process, found by the change they may be about without asking each one. */
import type { RowChange } from '#server/database/database.ts';
import { keysOfTable } from './binding.ts';
import { toComparable } from './column-value.ts';
import type { Comparable } from './column-value.ts';
import { isFulfilled } from './condition.ts';
import type { Condition } from './condition.ts';
import type { Subscription } from './connection.ts';
import { tableKey } from './tables.ts';

export type Subscriptions = {
  readonly add: (subscription: Subscription) => void;
  readonly remove: (subscription: Subscription) => void;
  /** Whether it is still there. */
  readonly has: (subscription: Subscription) => boolean;
  /** Those whose table, event and filter admit the change; patterns are not asked yet. */
  readonly find: (change: RowChange) => readonly Subscription[];
  /** Those that ask for the rows of a table, in any schema, in which some column has this value. */
  readonly findByValue: (table: string, value: string) => readonly Subscription[];
};

export function createSubscriptions(): Subscriptions {
  const shelfByKey = new Map<string, Shelf>();
  const all = new Set<Subscription>();
  return {
    add(subscription) {
      all.add(subscription);
      const key = tableKey(subscription.schema, subscription.table);
      const shelf: Shelf = shelfByKey.get(key) ?? { others: new Set(), drawerByColumn: new Map() };
      shelfByKey.set(key, shelf);
      placeIn(shelf, subscription).add(subscription);
    },
    remove(subscription) {
      all.delete(subscription);
      const key = tableKey(subscription.schema, subscription.table);
      const shelf = shelfByKey.get(key);
      if (shelf === undefined) return;
      takeFrom(shelf, subscription);
      if (shelf.others.size === 0 && shelf.drawerByColumn.size === 0) shelfByKey.delete(key);
    },
    has: (subscription) => all.has(subscription),
    find(change) {
      const record = recordOf(change);
      return keysOfTable(change.schema, change.table)
        .flatMap((key) => candidatesOf(shelfByKey.get(key), record))
        .filter((candidate) => isAbout(candidate, change.type, record));
    },
    findByValue: (table, value) =>
      [...shelfByKey.values()]
        .flatMap(({ drawerByColumn }) => [...drawerByColumn.values()])
        .flatMap((drawer) => takeOut(drawer, value))
        .filter((subscription) => subscription.table === table),
  };
}

/** A table's subscriptions; those with `column=eq.value` lie by that value, since most changes concern one account. */
type Shelf = {
  readonly others: Set<Subscription>;
  readonly drawerByColumn: Map<string, Drawer>;
};

type Drawer = { readonly condition: Condition; readonly byValue: Map<Comparable, Set<Subscription>> };

type Row = Readonly<Record<string, unknown>>;

/** What filters look at: the new row, and of a DELETE the old one. */
export function recordOf(change: RowChange): Row {
  return (change.type === 'DELETE' ? change.old_record : change.record) ?? {};
}

function candidatesOf(shelf: Shelf | undefined, record: Row): readonly Subscription[] {
  if (shelf === undefined) return [];
  const found = [...shelf.others];
  for (const [column, drawer] of shelf.drawerByColumn) found.push(...takeOut(drawer, record[column]));
  return found;
}

function takeOut({ condition, byValue }: Drawer, wanted: unknown): readonly Subscription[] {
  const value = toComparable(condition.kind, wanted);
  return value === null ? [] : [...(byValue.get(value) ?? [])];
}

function isAbout({ event, conditions }: Subscription, type: RowChange['type'], record: Row): boolean {
  return (event === '*' || event === type) && conditions.every((condition) => isFulfilled(condition, record));
}

type Place = { readonly condition: Condition; readonly value: Comparable };

function findPlace({ conditions }: Subscription): Place | null {
  const condition = conditions.find(({ operator, isNegated }) => operator === 'eq' && !isNegated);
  const value = condition?.values[0] ?? null;
  return condition === undefined || value === null ? null : { condition, value };
}

function placeIn(shelf: Shelf, subscription: Subscription): Set<Subscription> {
  const place = findPlace(subscription);
  if (place === null) return shelf.others;
  const { condition, value } = place;
  const drawer: Drawer = shelf.drawerByColumn.get(condition.column) ?? { condition, byValue: new Map() };
  shelf.drawerByColumn.set(condition.column, drawer);
  const set = drawer.byValue.get(value) ?? new Set<Subscription>();
  drawer.byValue.set(value, set);
  return set;
}

function takeFrom(shelf: Shelf, subscription: Subscription): void {
  placeIn(shelf, subscription).delete(subscription);
  for (const [column, { byValue }] of shelf.drawerByColumn) {
    const value = findPlace(subscription)?.value;
    if (value !== undefined && byValue.get(value)?.size === 0) byValue.delete(value);
    if (byValue.size === 0) shelf.drawerByColumn.delete(column);
  }
}
