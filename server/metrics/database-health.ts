/** Asks the database how it is. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '#server/database/database.ts';
import type { DatabaseCounts } from './meter.ts';

/** A database that does not answer within this time is away. */
const PATIENCE_MS = 2000;

/** Whether the database answers. */
export async function isWell(sql: Sql): Promise<boolean> {
  return (await askInTime(sql`select 1`)) !== null;
}

/** How long it takes to answer, and how many connections it has; null where it is away. */
export async function askDatabase(sql: Sql): Promise<DatabaseCounts> {
  const begun = performance.now();
  const rows = await askInTime(sql<{ active: number; idle: number }[]>`
    select count(*) filter (where state = 'active')::int as active, count(*) filter (where state <> 'active')::int as idle
      from pg_stat_activity where application_name = 'checklist' and datname = current_database()`);
  const connections = rows?.[0];
  return connections === undefined ? null : { seconds: (performance.now() - begun) / 1000, connections };
}

async function askInTime<Rows>(asking: PromiseLike<Rows>): Promise<Rows | null> {
  const asked = asking.then(
    (rows) => rows,
    () => null,
  );
  return Promise.race([asked, wait(PATIENCE_MS, null, { ref: false })]);
}
