/** Captures the query plans of the server's statements, including those in functions, triggers and foreign keys. */
import type { Notice } from 'postgres';
import * as v from 'valibot';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Database } from '#server/database/database.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { fillTables } from './fill-tables.ts';

type Seen = {
  /** The indexes that were used for a lookup. */
  readonly indexes: readonly string[];
  /** The tables that were scanned completely. */
  readonly wholeTables: readonly string[];
};

export type PlanWatch = {
  /** A database with thousands of accounts. The caller closes it. */
  readonly database: Database;
  /** Performs an operation and returns its plans. */
  readonly see: (work: () => Promise<unknown>) => Promise<Seen>;
  /** The same without an index. */
  readonly seeWithout: (index: string, work: () => Promise<unknown>) => Promise<Seen>;
};

/** @param notices the test appends the database's notices here, because the server ignores them */
export async function watchPlans(notices: Notice[]): Promise<PlanWatch> {
  const url = await createTestUrl();
  await prepare(url);
  const database = await connectDatabase({ url, poolSize: 2 });
  const see = async (work: () => Promise<unknown>): Promise<Seen> => {
    notices.length = 0;
    await work();
    return readSeen(notices.flatMap(readPlans));
  };
  return {
    database,
    see,
    async seeWithout(index, work) {
      const [row] = await database.sql<{ name: string; definition: string }[]>`
        select format('%I.%I', schemaname, indexname) as name, indexdef as definition
          from pg_indexes where indexname = ${index}`;
      if (row === undefined) throw new Error(`The index ${index} does not exist.`);
      await database.sql.unsafe(`drop index ${row.name}`);
      try {
        return await see(work);
      } finally {
        await database.sql.unsafe(row.definition);
      }
    },
  };
}

/** Loads auto_explain, so that new connections receive each plan as a notice. */
async function prepare(url: string): Promise<void> {
  const { sql, close } = await connectDatabase({ url, poolSize: 1 });
  await fillTables(sql);
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    client_min_messages: 'log',
  };
  for (const [name, value] of Object.entries(settings)) {
    await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`);
  }
  await close();
}

const planSchema = v.record(v.string(), v.unknown());
type Plan = v.InferOutput<typeof planSchema>;

/** Returns a plan and all its subplans. */
function readPlans({ message = '' }: Notice): readonly Plan[] {
  const text = /^duration: [\d.]+ ms {2}plan:\n(.*)$/su.exec(message)?.[1];
  return text === undefined ? [] : flatten(v.parse(v.object({ Plan: planSchema }), JSON.parse(text)).Plan);
}

function flatten(plan: Plan): readonly Plan[] {
  const parts = v.parse(v.optional(v.array(planSchema), []), plan['Plans']);
  return [plan, ...parts.flatMap(flatten)];
}

function readSeen(plans: readonly Plan[]): Seen {
  const looked = plans.filter((plan) => 'Index Cond' in plan);
  return {
    indexes: [...new Set([...namesOf('Index Name', looked), ...namesOf('Conflict Arbiter Indexes', plans)])],
    wholeTables: [...new Set(namesOf('Relation Name', plans.filter(isWhole)).filter((name) => !SMALL.test(name)))],
  };
}

const namesOf = (key: string, plans: readonly Plan[]): readonly string[] =>
  plans.flatMap((plan) => plan[key] ?? []).filter((name) => typeof name === 'string');

/** Whether a plan scans everything: a table, or an index without a condition. */
function isWhole(plan: Plan): boolean {
  const kind = String(plan['Node Type']);
  return kind === 'Seq Scan' || (/^Index (?:Only )?Scan$/u.test(kind) && !('Index Cond' in plan));
}

/** Postgres' system catalogs, and tables with one row. */
const SMALL = /^(?:pg_\w+|secrets)$/u;
