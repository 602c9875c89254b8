/** Finds the table or the function of a request in the schema cache, or the known name that is most similar. */
import { fail, ok, type Result } from '#server/result.ts';
import type { RestFailure } from './failure.ts';
import { toFailure } from './run-statement.ts';
import type { DatabaseSchema, Routine, Table, SchemaCache } from './schema-cache.ts';

type TableQuery = {
  readonly schema: string;
  readonly name: string;
  /** Columns that the table must have. */
  readonly columns: readonly string[];
};

/** Returns the table. Fails with PGRST205 for an unknown table, or PGRST204 for the first unknown column. */
export async function findTable(cache: SchemaCache, query: TableQuery): Promise<Result<Table, RestFailure>> {
  const { schema, name, columns } = query;
  const lookUp = (known: DatabaseSchema): Table | undefined => {
    const table = known.tables.get(schema)?.get(name);
    return columns.every((column) => table?.columns.has(column)) ? table : undefined;
  };
  return catchDatabaseErrors<Table>(async () => {
    const table = await cache.find(lookUp);
    return table === undefined ? fail(explainMissingTable(await cache.current(), query)) : ok(table);
  });
}

type RoutineQuery = {
  readonly schema: string;
  readonly name: string;
  /** The names of the arguments. */
  readonly keys: readonly string[];
};

/** Returns the one function that accepts the arguments. Fails with PGRST202 for none, or PGRST203 for several. */
export async function findRoutine(cache: SchemaCache, query: RoutineQuery): Promise<Result<Routine, RestFailure>> {
  return catchDatabaseErrors<Routine>(async () => {
    const found = await cache.find((known) => {
      const matching = findMatching(known, query);
      return matching.length === 0 ? undefined : matching;
    });
    const [first, ...others] = found ?? [];
    if (first === undefined) return fail(explainMissingRoutine(await cache.current(), query));
    if (others.length === 0) return ok(first);
    const candidates = [first, ...others].map(signature);
    return fail({ type: 'ambiguous-function', candidates });
  });
}

const findMatching = (known: DatabaseSchema, { schema, name, keys }: RoutineQuery): readonly Routine[] =>
  (known.routines.get(schema)?.get(name) ?? []).filter((routine) => acceptsKeys(routine, keys));

function acceptsKeys({ args }: Routine, keys: readonly string[]): boolean {
  const names = args.map((arg) => arg.name);
  return keys.every((key) => names.includes(key)) && args.every((arg) => !arg.isRequired || keys.includes(arg.name));
}

const signature = ({ schema, name, args }: Routine): string =>
  `${schema}.${name}(${args.map((arg) => `${arg.name} => ${arg.type.replace('pg_catalog.', '')}`).join(', ')})`;

function explainMissingTable(known: DatabaseSchema, { schema, name, columns }: TableQuery): RestFailure {
  const tables = known.tables.get(schema);
  const table = tables?.get(name);
  if (table === undefined)
    return { type: 'unknown-table', schema, table: name, nearest: nearestName(name, tables?.keys() ?? []) };
  return { type: 'unknown-column', table: name, column: columns.find((column) => !table.columns.has(column)) ?? '' };
}

function explainMissingRoutine(known: DatabaseSchema, { schema, name, keys }: RoutineQuery): RestFailure {
  const nearest = nearestRoutine(known, schema, name);
  return { type: 'unknown-function', schema, name, args: keys.toSorted(), nearest };
}

/** Returns an overload with the same name, else a function with a similar name. */
function nearestRoutine(known: DatabaseSchema, schema: string, name: string): string | null {
  const routines = known.routines.get(schema);
  const [overload] = routines?.get(name) ?? [];
  if (overload === undefined) return nearestName(name, routines?.keys() ?? []);
  return `${name}(${overload.args
    .map((arg) => arg.name)
    .toSorted()
    .join(', ')})`;
}

async function catchDatabaseErrors<T>(work: () => Promise<Result<T, RestFailure>>): Promise<Result<T, RestFailure>> {
  try {
    return await work();
  } catch (error) {
    return fail(toFailure(error, false));
  }
}

/** The minimum similarity, from 0 to 1. */
const MIN_SIMILARITY = 0.75;
/** A Postgres name has at most 63 bytes. */
const MAX_LENGTH = 64;

/** Returns the most similar name by Levenshtein distance, or null if none is similar. */
export function nearestName(wanted: string, names: Iterable<string>): string | null {
  if (wanted.length > MAX_LENGTH) return null;
  let nearest: string | null = null;
  let best = MIN_SIMILARITY;
  for (const name of names) {
    const similarity = 1 - distance(wanted, name) / Math.max(wanted.length, name.length, 1);
    if (similarity >= best) [nearest, best] = [name, similarity];
  }
  return nearest;
}

/** The Levenshtein distance, computed row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[b.length] ?? 0;
}
