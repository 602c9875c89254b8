/** An index of all subscriptions in this process, which finds the candidates for a change without scanning them all. */
import type { RowChange } from '#server/database/database.ts';
import { keysOfTable, type Binding } from './binding.ts';
import { toComparable, type Comparable, type Condition } from './filter.ts';
import { tableKey } from './tables.ts';

export type Subscriptions<Subscription extends Binding> = {
  readonly add: (subscription: Subscription) => void;
  readonly remove: (subscription: Subscription) => void;
  /** Whether the subscription is still active. */
  readonly has: (subscription: Subscription) => boolean;
  /**
   * Finds the subscriptions whose table, event and first condition match a change. Delivery checks all conditions later,
   * after row visibility.
   */
  readonly find: (change: RowChange) => readonly Subscription[];
};

export function createSubscriptions<Subscription extends Binding>(): Subscriptions<Subscription> {
  const indexByTable = new Map<string, TableIndex<Subscription>>();
  const all = new Set<Subscription>();
  return {
    add(subscription) {
      all.add(subscription);
      const key = tableKey(subscription.schema, subscription.table);
      const index: TableIndex<Subscription> = indexByTable.get(key) ?? {
        unfiltered: new Set(),
        indexByColumn: new Map(),
      };
      indexByTable.set(key, index);
      addTo(index, subscription);
    },
    remove(subscription) {
      all.delete(subscription);
      const key = tableKey(subscription.schema, subscription.table);
      const index = indexByTable.get(key);
      if (index === undefined) return;
      removeFrom(index, subscription);
      if (index.unfiltered.size === 0 && index.indexByColumn.size === 0) indexByTable.delete(key);
    },
    has: (subscription) => all.has(subscription),
    find({ type, ...change }) {
      const record = recordOf({ type, ...change });
      return keysOfTable(change.schema, change.table)
        .flatMap((key) => candidatesOf(indexByTable.get(key), record))
        .filter(({ event }) => event === '*' || event === type);
    },
  };
}

/** The subscriptions of one table. Those with a filter are indexed by its first condition, as most changes concern one account. */
type TableIndex<Subscription> = {
  readonly unfiltered: Set<Subscription>;
  readonly indexByColumn: Map<string, ColumnIndex<Subscription>>;
};

type ColumnIndex<Subscription> = Pick<Condition, 'column' | 'kind'> & {
  readonly byValue: Map<Comparable, Set<Subscription>>;
};

type Row = Readonly<Record<string, unknown>>;

/** The row that filters match: the new row, or the old one of a DELETE. */
export function recordOf(change: RowChange): Row {
  return (change.type === 'DELETE' ? change.old_record : change.record) ?? {};
}

function candidatesOf<Subscription>(index: TableIndex<Subscription> | undefined, record: Row): readonly Subscription[] {
  if (index === undefined) return [];
  const found = [...index.unfiltered];
  for (const { column, kind, byValue } of index.indexByColumn.values()) {
    const value = toComparable(kind, record[column]);
    if (value === null) continue;
    for (const subscription of byValue.get(value) ?? []) found.push(subscription);
  }
  return found;
}

/** Includes the kind, because a column's type can change while older subscriptions are active. */
const columnKey = ({ column, kind }: Condition): string => JSON.stringify([kind.name, column]);

function addTo<Subscription extends Binding>(
  { unfiltered, indexByColumn }: TableIndex<Subscription>,
  subscription: Subscription,
): void {
  const [condition] = subscription.conditions;
  if (condition === undefined) {
    unfiltered.add(subscription);
    return;
  }
  const { column, kind, values } = condition;
  const { byValue } = indexByColumn.get(columnKey(condition)) ?? { byValue: new Map<Comparable, Set<Subscription>>() };
  indexByColumn.set(columnKey(condition), { column, kind, byValue });
  for (const value of values) byValue.set(value, (byValue.get(value) ?? new Set()).add(subscription));
}

function removeFrom<Subscription extends Binding>(
  { unfiltered, indexByColumn }: TableIndex<Subscription>,
  subscription: Subscription,
): void {
  unfiltered.delete(subscription);
  const [condition] = subscription.conditions;
  if (condition === undefined) return;
  const key = columnKey(condition);
  const index = indexByColumn.get(key);
  if (index === undefined) return;
  for (const value of condition.values) removeValue(index, value, subscription);
  if (index.byValue.size === 0) indexByColumn.delete(key);
}

function removeValue<Subscription>(
  { byValue }: ColumnIndex<Subscription>,
  value: Comparable,
  subscription: Subscription,
): void {
  const subscriptions = byValue.get(value);
  subscriptions?.delete(subscription);
  if (subscriptions?.size === 0) byValue.delete(value);
}
