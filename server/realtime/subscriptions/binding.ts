/** Validates one entry of `postgres_changes` against the published tables and their column types. */
import type { SubscriptionParams } from '#server/realtime/protocol/join-request.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { bindCondition, type Condition, parseFilter, type ParsedCondition } from './filter.ts';
import { tableKey, type Table } from './tables.ts';

export type Binding = {
  /** Derived from the parameters, so clients that request the same subscription get the same id. */
  readonly id: number;
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  /** A name, or `*` for all schemas; likewise for the table. */
  readonly schema: string;
  readonly table: string;
  readonly conditions: readonly Condition[];
  /** The requested columns; null for all. */
  readonly select: readonly string[] | null;
};

/**
 * Binds a subscription to the tables that the caller's role may read.
 * Failures have the hosted service's messages (supabase/realtime, Subscriptions.create and its check of filters).
 */
export function bindSubscription(
  params: SubscriptionParams,
  id: number,
  tables: ReadonlyMap<string, Table>,
): Result<Binding, ParamsFailure> {
  const parsed = parseParams(params);
  if (!parsed.ok) return parsed;
  const { event, schema, table, filters, select } = parsed.value;
  const given = `[event: ${event}, schema: ${schema}, table: ${table}, filters: ${JSON.stringify(params.filter ?? [])}]`;
  const matching = [...tables.values()].filter((t) => matches(schema, t.schema) && matches(table, t.name));
  if (matching.length === 0)
    return refuse(`${UNABLE} Please check Realtime is enabled for the given connect parameters: ${given}`);
  const conditions = bindAll(filters, select ?? [], matching);
  if (conditions.ok) return ok({ id, event, schema, table, conditions: conditions.value, select });
  const { message } = conditions.failure;
  return refuse(
    `${UNABLE} An exception happened so please check your connect parameters: ${given}. Exception: ${message}`,
  );
}

const UNABLE = 'Unable to subscribe to changes with given parameters.';

export type ParamsFailure = { readonly type: 'invalid-params'; readonly message: string };

/** The index keys of all subscriptions that include a table. */
export function keysOfTable(schema: string, table: string): readonly string[] {
  return [tableKey(schema, table), tableKey(schema, '*'), tableKey('*', table), tableKey('*', '*')];
}

type ParsedParams = Omit<Binding, 'id' | 'conditions'> & { readonly filters: readonly ParsedCondition[] };

function parseParams(params: SubscriptionParams): Result<ParsedParams, ParamsFailure> {
  const names = readNames(params);
  if (names === null)
    return refuse('No subscription params provided. Please provide at least a `schema` or `table` to subscribe to');
  const { schema, table, filter } = names;
  const filters = parseFilter(filter);
  if (!filters.ok) return refuse(filters.failure.message);
  const select = readSelect(params.select);
  if (select !== null && (schema === '*' || table === '*')) {
    return refuse(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return ok({ event: readEvent(params.event), schema, table, filters: filters.value, select });
}

type Names = { readonly schema: string; readonly table: string; readonly filter: string };

function readNames({ schema, table, filter = '' }: SubscriptionParams): Names | null {
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

/** Filters and selected columns need a single table, and columns of it that the role may read. */
function bindAll(
  filters: readonly ParsedCondition[],
  select: readonly string[],
  tables: readonly Table[],
): Result<readonly Condition[], { readonly message: string }> {
  const conditions: Condition[] = [];
  const [table] = tables;
  const readable = tables.length > 1 ? [] : (table?.columns ?? []).filter(({ isReadable }) => isReadable);
  for (const filter of filters) {
    const column = readable.find(({ name }) => name === filter.column);
    if (column === undefined) return fail({ message: `invalid column for filter ${filter.column}` });
    const condition = bindCondition(filter, column.type);
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  const unknown = select.find((wanted) => !readable.some(({ name }) => name === wanted));
  if (unknown !== undefined) return fail({ message: `invalid column for select ${unknown}` });
  return ok(conditions);
}

function matches(pattern: string, name: string): boolean {
  return pattern === '*' || pattern === name;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function refuse(message: string): Result<never, ParamsFailure> {
  return fail({ type: 'invalid-params', message });
}
