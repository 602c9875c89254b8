/** Reads the published tables and the columns that a role can read from pg_catalog, and caches the result. */
import { advisoryLocks } from '#server/advisory-locks.ts';
import type { Sql } from '#server/database/database.ts';
import { reportBug } from '#server/log/log.ts';

export type Column = {
  readonly name: string;
  /** The type's name in pg_type, such as int8: clients convert values by it. */
  readonly type: string;
  readonly isKey: boolean;
  /** Whether the column is part of the replica identity, so that old rows include it. */
  readonly isIdentity: boolean;
  /** Whether the role may read the column. */
  readonly isReadable: boolean;
  /** Whether a row level security policy of the table uses the column. */
  readonly isGuarded: boolean;
};

export type Table = {
  readonly schema: string;
  readonly name: string;
  /** Whether row level security is enabled. */
  readonly isSecured: boolean;
  readonly columns: readonly Column[];
};

export type Tables = {
  /**
   * Returns the published tables by `tableKey`. Rejects if the database is unavailable.
   * @param maxAge how old the result may be, in milliseconds; 10 s by default
   */
  readonly load: (role: string, maxAge?: number) => Promise<ReadonlyMap<string, Table>>;
};

export function tableKey(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}

/** Caches the tables of each role. Concurrent calls share one query. */
export function createTables(sql: Sql, clock: () => number): Tables {
  const reads = new Map<string, { readonly at: number; readonly tables: Promise<ReadonlyMap<string, Table>> }>();
  return {
    load(role, maxAge = MAX_AGE_MS) {
      const known = reads.get(role);
      if (known !== undefined && clock() - known.at < maxAge) return known.tables;
      const tables = readTables(sql, role);
      reads.set(role, { at: clock(), tables });
      tables.catch(() => reads.delete(role));
      return tables;
    },
  };
}

const MAX_AGE_MS = 10_000;

type ColumnRow = Column & { readonly schema: string; readonly table: string; readonly isSecured: boolean };

/** Creates the triggers of tables that were added to the publication since the server started. */
async function attachMissingTriggers(sql: Sql): Promise<void> {
  const [missing] = await sql`select from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'realtime_insert') limit 1`;
  if (missing === undefined) return;
  await sql.begin(async (tx) => {
    // Servers that do this at the same time would fail with "tuple concurrently updated".
    await tx`select pg_advisory_xact_lock(${advisoryLocks.attachTriggers})`;
    await tx`select realtime.attach_triggers()`;
  });
}

async function readTables(sql: Sql, role: string): Promise<ReadonlyMap<string, Table>> {
  // A table whose triggers cannot be created must not stop the others.
  await attachMissingTriggers(sql).catch(reportBug);
  const rows = await sql<ColumnRow[]>`
    select n.nspname as schema, c.relname as "table", c.relrowsecurity as "isSecured", a.attname as name, t.typname as type,
      coalesce(a.attnum = any(pk.indkey::int2[]), false) as "isKey",
      coalesce(case c.relreplident
        when 'f' then true
        when 'd' then a.attnum = any(pk.indkey::int2[])
        when 'i' then a.attnum = any(ri.indkey::int2[])
      end, false) as "isIdentity",
      a.attname = any(p.attnames) and has_schema_privilege(${role}, n.oid, 'usage')
        and has_column_privilege(${role}, c.oid, a.attnum, 'select') as "isReadable",
      exists (
        select from pg_policy policy
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = policy.oid
        where policy.polrelid = c.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid
          -- A policy that uses the whole row has a normal dependency on the table itself.
          and (d.refobjsubid = a.attnum or (d.refobjsubid = 0 and d.deptype = 'n'))
      ) as "isGuarded"
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_index pk on pk.indrelid = c.oid and pk.indisprimary
    left join pg_index ri on ri.indrelid = c.oid and ri.indisreplident
    where p.pubname = 'supabase_realtime'
    order by c.oid, a.attnum`;
  const columnsByKey = Map.groupBy(rows, ({ schema, table }) => tableKey(schema, table));
  return new Map(
    Array.from(columnsByKey, ([key, [first, ...others]]) => [key, toTable(first, others)] as const).filter(isEntry),
  );
}

type Entry = readonly [string, Table];

function isEntry(entry: readonly [string, Table | null]): entry is Entry {
  return entry[1] !== null;
}

function toTable(first: ColumnRow | undefined, others: readonly ColumnRow[]): Table | null {
  if (first === undefined) return null;
  const columns = [first, ...others].map(({ name, type, isKey, isIdentity, isReadable, isGuarded }) => ({
    name,
    type,
    isKey,
    isIdentity,
    isReadable,
    isGuarded,
  }));
  return { schema: first.schema, name: first.table, isSecured: first.isSecured, columns };
}
