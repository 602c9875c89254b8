/** The exposed tables and functions, read from pg_catalog and cached until the schema changes. */
import type { Database, TransactionSql } from '#server/database/database.ts';

/** The minimum time between two reloads that requests cause. */
const MIN_AGE_MS = 1000;

export type SchemaCache = {
  /**
   * Returns the result of `find` on the cached schema. If it is undefined, reloads the schema and tries again.
   * Rejects with Postgres' error if the schema cannot be read.
   */
  readonly find: <T>(find: (schema: DatabaseSchema) => T | undefined) => Promise<T | undefined>;
  /** Returns the cached schema. */
  readonly current: () => Promise<DatabaseSchema>;
};

type SchemaCacheParts = {
  readonly database: Pick<Database, 'sql'>;
  readonly schemas: readonly string[];
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
};

export function createSchemaCache({ database, schemas, now }: SchemaCacheParts): SchemaCache {
  let known: Promise<DatabaseSchema> | null = null;
  let readAt = -Infinity;
  let listening: Promise<unknown> | null = null;
  const forget = (): void => {
    known = null;
  };
  const listen = (): void => {
    // As in PostgREST, `notify pgrst, 'reload schema'` reloads after changes that involve no unknown name.
    listening ??= database.sql.listen('pgrst', forget).catch(() => {
      listening = null;
    });
  };
  const read = (): Promise<DatabaseSchema> => {
    readAt = now();
    const reading = readSchema(database, schemas);
    known = reading;
    // A failed read is not cached, so the next request tries again.
    reading.catch(() => {
      if (known === reading) forget();
    });
    return reading;
  };
  const current = (): Promise<DatabaseSchema> => {
    if (known !== null) return known;
    listen();
    return read();
  };
  return {
    current,
    async find(find) {
      const found = find(await current());
      if (found !== undefined) return found;
      return find(await (now() - readAt < MIN_AGE_MS ? current() : read()));
    },
  };
}

export type Column = {
  readonly name: string;
  /** The SQL type, with its schema where needed. */
  readonly type: string;
  /** The default expression, or the `nextval` call of an identity column. */
  readonly defaultSql: string | null;
};

/** A table or a view. */
export type Table = {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Empty for a table without a primary key. */
  readonly primaryKey: readonly string[];
};

export type Argument = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
};

export type Routine = {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly Argument[];
  /** A function that is not volatile is called in a read-only transaction. */
  readonly isVolatile: boolean;
  /** The function's own setting of `statement_timeout`, such as `60s`; null for none. */
  readonly timeout: string | null;
  readonly returns: 'void' | 'value' | 'row';
  readonly returnsSet: boolean;
};

export type DatabaseSchema = {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Table>>;
  /** Routines with the same name are overloads. */
  readonly routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
};

/** Reads the current schema. Rejects with Postgres' error. */
export async function readSchema({ sql }: Pick<Database, 'sql'>, schemas: readonly string[]): Promise<DatabaseSchema> {
  const { tables, routines } = await sql.begin('read only', async (tx) => {
    // With an empty search path, every type and sequence is written with its schema.
    await tx`set local search_path = ''`;
    const [tableRows, routineRows] = await Promise.all([readTables(tx, schemas), readRoutines(tx, schemas)]);
    return { tables: tableRows, routines: routineRows };
  });
  return {
    tables: groupBySchema(tables.map(toTable), (table) => table),
    routines: groupBySchema(
      [...Map.groupBy(routines.map(toRoutine), (r) => `${r.schema}\0${r.name}`).values()],
      (r) => r[0],
    ),
  };
}

type Named = { readonly schema: string; readonly name: string };

function groupBySchema<T>(
  values: readonly T[],
  nameOf: (value: T) => Named | undefined,
): ReadonlyMap<string, ReadonlyMap<string, T>> {
  const bySchema = new Map<string, Map<string, T>>();
  for (const value of values) {
    const named = nameOf(value);
    if (named === undefined) continue;
    const group = bySchema.get(named.schema) ?? new Map<string, T>();
    bySchema.set(named.schema, group.set(named.name, value));
  }
  return bySchema;
}

type TableRow = Named & { readonly columns: readonly Column[]; readonly primaryKey: readonly string[] };

const toTable = ({ schema, name, columns, primaryKey }: TableRow): Table => ({
  schema,
  name,
  columns: new Map(columns.map((column) => [column.name, column])),
  primaryKey,
});

const readTables = (tx: TransactionSql, schemas: readonly string[]): Promise<readonly TableRow[]> => tx<TableRow[]>`
  select
    n.nspname as schema,
    c.relname as name,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'defaultSql', case
          when a.attidentity <> '' then format(
            'pg_catalog.nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
        end
      ) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_index i
      cross join unnest(i.indkey::int2[]) with ordinality k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as "primaryKey"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any (${[...schemas]}) and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

type RoutineRow = Named & {
  readonly args: readonly { readonly name: string; readonly type: string }[];
  readonly defaults: number;
  readonly isVolatile: boolean;
  readonly timeout: string | null;
  readonly returns: Routine['returns'];
  readonly returnsSet: boolean;
};

// Arguments with defaults come last.
const toRoutine = ({ args, defaults, ...row }: RoutineRow): Routine => ({
  ...row,
  args: args.map((arg, position) => ({ ...arg, isRequired: position < args.length - defaults })),
});

const readRoutines = (tx: TransactionSql, schemas: readonly string[]): Promise<readonly RoutineRow[]> => tx<
  RoutineRow[]
>`
  select
    n.nspname as schema,
    p.proname as name,
    coalesce((
      select json_agg(json_build_object(
        'name', coalesce(p.proargnames[x.position], ''),
        'type', format('%I.%I', tn.nspname, t.typname)
      ) order by x.position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality x (type, position)
      join pg_type t on t.oid = x.type
      join pg_namespace tn on tn.oid = t.typnamespace
      where coalesce(p.proargmodes[x.position], 'i') in ('i', 'b')
    ), '[]') as args,
    p.pronargdefaults as defaults,
    p.provolatile = 'v' as "isVolatile",
    (select split_part(c.setting, '=', 2) from unnest(p.proconfig) c (setting)
      where starts_with(c.setting, 'statement_timeout=')) as timeout,
    case
      when p.prorettype = 'void'::regtype then 'void'
      when coalesce(bt.typrelid, rt.typrelid) <> 0 or p.prorettype = 'record'::regtype
        or coalesce(p.proargmodes::text[] && '{t,b,o}', false) then 'row'
      else 'value'
    end as returns,
    p.proretset as "returnsSet"
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type rt on rt.oid = p.prorettype
  left join pg_type bt on bt.oid = nullif(rt.typbasetype, 0)
  where n.nspname = any (${[...schemas]}) and p.prokind = 'f' and p.provariadic = 0
    -- Callers name every argument.
    and p.pronargs = (
      select count(*) from unnest(p.proargnames) with ordinality a (name, position)
      where a.name <> '' and coalesce(p.proargmodes[a.position], 'i') in ('i', 'b')
    )
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;
