/** Finds the table or the function that a request is about. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Catalogue, Routine, Table } from './schema/schema.ts';
import type { CatalogueKeeper } from './schema/schema-cache.ts';
import { nearestName } from './schema/nearest-name.ts';
import type { RestFailure } from './failures/failure.ts';
import { toFailure } from './run-statement.ts';

type TableWanted = {
  readonly schema: string;
  readonly name: string;
  /** All of these have to be there. */
  readonly columns: readonly string[];
};

/** Gives the table, PGRST205, or PGRST204 for the first column that it lacks. */
export async function findTable(keeper: CatalogueKeeper, wanted: TableWanted): Promise<Result<Table, RestFailure>> {
  const { schema, name, columns } = wanted;
  const lookUp = (catalogue: Catalogue): Table | undefined => {
    const table = catalogue.tables.get(schema)?.get(name);
    return columns.every((column) => table?.columns.has(column)) ? table : undefined;
  };
  return whileReachable<Table>(async () => {
    const table = await keeper.find(lookUp);
    return table === undefined ? fail(missing(await keeper.current(), wanted)) : ok(table);
  });
}

type RoutineWanted = {
  readonly schema: string;
  readonly name: string;
  /** The arguments' names. */
  readonly keys: readonly string[];
};

/** Gives the one function whose arguments fit, PGRST202 for none, or PGRST203 for several. */
export async function findRoutine(
  keeper: CatalogueKeeper,
  wanted: RoutineWanted,
): Promise<Result<Routine, RestFailure>> {
  return whileReachable<Routine>(async () => {
    const found = await keeper.find((catalogue) => {
      const fitting = fit(catalogue, wanted);
      return fitting.length === 0 ? undefined : fitting;
    });
    const [first, ...others] = found ?? [];
    if (first === undefined) return fail(missingRoutine(await keeper.current(), wanted));
    if (others.length === 0) return ok(first);
    const candidates = [first, ...others].map(write);
    return fail({ type: 'ambiguous-function', candidates });
  });
}

const fit = (catalogue: Catalogue, { schema, name, keys }: RoutineWanted): readonly Routine[] =>
  (catalogue.routines.get(schema)?.get(name) ?? []).filter((routine) => acceptsKeys(routine, keys));

function acceptsKeys({ args }: Routine, keys: readonly string[]): boolean {
  const names = args.map((arg) => arg.name);
  return keys.every((key) => names.includes(key)) && args.every((arg) => !arg.isRequired || keys.includes(arg.name));
}

const write = ({ schema, name, args }: Routine): string =>
  `${schema}.${name}(${args.map((arg) => `${arg.name} => ${arg.type.replace('pg_catalog.', '')}`).join(', ')})`;

function missing(catalogue: Catalogue, { schema, name, columns }: TableWanted): RestFailure {
  const tables = catalogue.tables.get(schema);
  const table = tables?.get(name);
  if (table === undefined)
    return { type: 'unknown-table', schema, table: name, nearest: nearestName(name, tables?.keys() ?? []) };
  return { type: 'unknown-column', table: name, column: columns.find((column) => !table.columns.has(column)) ?? '' };
}

function missingRoutine(catalogue: Catalogue, { schema, name, keys }: RoutineWanted): RestFailure {
  const nearest = nearestRoutine(catalogue, schema, name);
  return { type: 'unknown-function', schema, name, args: keys.toSorted(), nearest };
}

/** An overload of the same name, else a name that is similar. */
function nearestRoutine(catalogue: Catalogue, schema: string, name: string): string | null {
  const routines = catalogue.routines.get(schema);
  const [overload] = routines?.get(name) ?? [];
  if (overload === undefined) return nearestName(name, routines?.keys() ?? []);
  return `${name}(${overload.args
    .map((arg) => arg.name)
    .toSorted()
    .join(', ')})`;
}

async function whileReachable<T>(look: () => Promise<Result<T, RestFailure>>): Promise<Result<T, RestFailure>> {
  try {
    return await look();
  } catch (error) {
    return fail(toFailure(error, false));
  }
}
