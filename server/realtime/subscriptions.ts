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
      const shelf: Shelf = shelfByKey.get(key) ?? { others: new Map(), drawerByColumn: new Map() };
      shelfByKey.set(key, shelf);
      const { candidates, fulfilled } = placeIn(shelf, subscription);
      const others = subscription.conditions.filter((condition) => condition !== fulfilled);
      candidates.set(subscription, others);
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
      const found: Subscription[] = [];
      for (const key of keysOfTable(change.schema, change.table)) {
        for (const candidates of candidatesOf(shelfByKey.get(key), record)) {
          addFitting(found, candidates, { type: change.type, record });
        }
      }
      return found;
    },
    findByValue: (table, value) =>
      [...shelfByKey.values()]
        .flatMap(({ drawerByColumn }) => [...drawerByColumn.values()])
        .flatMap((drawer) => [...(takeOut(drawer, value)?.keys() ?? [])])
        .filter((subscription) => subscription.table === table),
  };
}

/** A table's subscriptions; those with `column=eq.value` lie by that value, since most changes concern one account. */
type Shelf = {
  readonly others: Candidates;
  readonly drawerByColumn: Map<string, Drawer>;
};

type Drawer = { readonly condition: Condition; readonly byValue: Map<Comparable, Candidates> };

/** With the conditions that their place does not fulfil already. */
type Candidates = Map<Subscription, readonly Condition[]>;

type Row = Readonly<Record<string, unknown>>;

/** What filters look at: the new row, and of a DELETE the old one. */
export function recordOf(change: RowChange): Row {
  return (change.type === 'DELETE' ? change.old_record : change.record) ?? {};
}

function candidatesOf(shelf: Shelf | undefined, record: Row): readonly Candidates[] {
  if (shelf === undefined) return [];
  const found = [shelf.others];
  for (const [column, drawer] of shelf.drawerByColumn) {
    const candidates = takeOut(drawer, record[column]);
    if (candidates !== undefined) found.push(candidates);
  }
  return found;
}

function takeOut({ condition, byValue }: Drawer, wanted: unknown): Candidates | undefined {
  const value = toComparable(condition.kind, wanted);
  return value === null ? undefined : byValue.get(value);
}

type Happening = { readonly type: RowChange['type']; readonly record: Row };

function addFitting(found: Subscription[], candidates: Candidates, { type, record }: Happening): void {
  for (const [subscription, conditions] of candidates) {
    const { event } = subscription;
    const isAsked = event === '*' || event === type;
    if (isAsked && conditions.every((condition) => isFulfilled(condition, record))) found.push(subscription);
  }
}

type Place = { readonly condition: Condition; readonly value: Comparable };

function findPlace({ conditions }: Subscription): Place | null {
  const condition = conditions.find(({ operator, isNegated }) => operator === 'eq' && !isNegated);
  const value = condition?.values[0] ?? null;
  return condition === undefined || value === null ? null : { condition, value };
}

/** Where a subscription lies, and which of its conditions whatever is found there fulfils. */
function placeIn(shelf: Shelf, subscription: Subscription): Placing {
  const place = findPlace(subscription);
  if (place === null) return { candidates: shelf.others, fulfilled: null };
  const { condition, value } = place;
  const drawer: Drawer = shelf.drawerByColumn.get(condition.column) ?? { condition, byValue: new Map() };
  shelf.drawerByColumn.set(condition.column, drawer);
  const candidates: Candidates = drawer.byValue.get(value) ?? new Map();
  drawer.byValue.set(value, candidates);
  // The column may have had another type when the drawer was made.
  return { candidates, fulfilled: drawer.condition.kind === condition.kind ? condition : null };
}

type Placing = { readonly candidates: Candidates; readonly fulfilled: Condition | null };

function takeFrom(shelf: Shelf, subscription: Subscription): void {
  placeIn(shelf, subscription).candidates.delete(subscription);
  for (const [column, { byValue }] of shelf.drawerByColumn) {
    const value = findPlace(subscription)?.value;
    if (value !== undefined && byValue.get(value)?.size === 0) byValue.delete(value);
    if (byValue.size === 0) shelf.drawerByColumn.delete(column);
  }
}
