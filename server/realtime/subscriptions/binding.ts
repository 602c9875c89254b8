/** What one channel hears of the changes: an entry of its `postgres_changes`, checked against the catalogue. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { bindCondition } from './condition.ts';
import type { Condition } from './condition.ts';
import { parseFilter } from './filter.ts';
import type { WrittenCondition } from './filter.ts';
import { tableKey } from './tables.ts';
import type { Table } from './tables.ts';

/** An entry of `postgres_changes` as the client wrote it. */
export type Wish = {
  readonly event?: unknown;
  readonly schema?: unknown;
  readonly table?: unknown;
  readonly filter?: unknown;
  readonly select?: unknown;
};

export type Binding = {
  /** What the client knows it by; clients that ask for the same get the same. */
  readonly id: number;
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  /** A name, or `*` for all. */
  readonly schema: string;
  readonly table: string;
  readonly conditions: readonly Condition[];
  /** The columns asked for; null for all. */
  readonly select: readonly string[] | null;
};

/**
 * Binds a wish to the tables that its caller's role may hear of.
 * Gives the hosted service's sentences where it cannot (realtime, Subscriptions.create and its check of filters).
 */
export function bindWish(wish: Wish, id: number, tables: ReadonlyMap<string, Table>): Result<Binding, WishFailure> {
  const asked = readWish(wish);
  if (!asked.ok) return asked;
  const { event, schema, table, filters, select } = asked.value;
  const given = `[event: ${event}, schema: ${schema}, table: ${table}, filters: ${JSON.stringify(wish.filter ?? [])}]`;
  const heard = [...tables.values()].filter((t) => isMeant(schema, t.schema) && isMeant(table, t.name));
  if (heard.length === 0)
    return refuse(`${UNABLE} Please check Realtime is enabled for the given connect parameters: ${given}`);
  const conditions = bindAll(filters, select ?? [], heard);
  if (conditions.ok) return ok({ id, event, schema, table, conditions: conditions.value, select });
  const { message } = conditions.failure;
  return refuse(
    `${UNABLE} An exception happened so please check your connect parameters: ${given}. Exception: ${message}`,
  );
}

const UNABLE = 'Unable to subscribe to changes with given parameters.';

export type WishFailure = { readonly type: 'wish-refused'; readonly message: string };

/** The keys under which a change of a table looks for its subscriptions. */
export function keysOfTable(schema: string, table: string): readonly string[] {
  return [tableKey(schema, table), tableKey(schema, '*'), tableKey('*', table), tableKey('*', '*')];
}

type Asked = Omit<Binding, 'id' | 'conditions'> & { readonly filters: readonly WrittenCondition[] };

function readWish(wish: Wish): Result<Asked, WishFailure> {
  const names = readNames(wish);
  if (names === null)
    return refuse('No subscription params provided. Please provide at least a `schema` or `table` to subscribe to');
  const { schema, table, filter } = names;
  const filters = parseFilter(filter);
  if (!filters.ok) return refuse(filters.failure.message);
  const select = readSelect(wish.select);
  if (select !== null && (schema === '*' || table === '*')) {
    return refuse(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return ok({ event: readEvent(wish.event), schema, table, filters: filters.value, select });
}

type Names = { readonly schema: string; readonly table: string; readonly filter: string };

function readNames({ schema, table, filter = '' }: Wish): Names | null {
  if (schema === undefined && table === undefined) return null;
  const names = { schema: schema ?? 'public', table: table ?? '*', filter: filter ?? '' };
  return isNames(names) ? names : null;
}

function isNames(names: Readonly<Record<keyof Names, unknown>>): names is Names {
  return isText(names.schema) && isText(names.table) && isText(names.filter);
}

function readEvent(event: unknown): Binding['event'] {
  const upper = isText(event) ? event.toUpperCase() : '*';
  return upper === 'INSERT' || upper === 'UPDATE' || upper === 'DELETE' ? upper : '*';
}

function readSelect(select: unknown): readonly string[] | null {
  const names = Array.isArray(select) ? select.filter(isText) : [];
  return names.length === 0 ? null : names;
}

/** A filter needs one table, of which the role may read the column; what is selected, too. */
function bindAll(
  filters: readonly WrittenCondition[],
  select: readonly string[],
  tables: readonly Table[],
): Result<readonly Condition[], { readonly message: string }> {
  const conditions: Condition[] = [];
  const [table] = tables;
  const readable = tables.length > 1 ? [] : (table?.columns ?? []).filter(({ isReadable }) => isReadable);
  for (const written of filters) {
    const column = readable.find(({ name }) => name === written.column);
    if (column === undefined) return fail({ message: `invalid column for filter ${written.column}` });
    const condition = bindCondition(written, column.type);
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  const unknown = select.find((wanted) => !readable.some(({ name }) => name === wanted));
  if (unknown !== undefined) return fail({ message: `invalid column for select ${unknown}` });
  return ok(conditions);
}

function isMeant(asked: string, name: string): boolean {
  return asked === '*' || asked === name;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function refuse(message: string): Result<never, WishFailure> {
  return fail({ type: 'wish-refused', message });
}
