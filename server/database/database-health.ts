/** Measures the database for the metrics, and finds out who uses it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from './database.ts';
import type { DatabaseCounts } from '#server/metrics/meter.ts';

const TIMEOUT_MS = 2000;

/** Whether a server is using the database now. */
export async function isServing(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ is_serving: boolean }[]>`select exists (
    select from pg_stat_activity where application_name = 'checklist' and datname = current_database() and pid <> pg_backend_pid()
  ) as is_serving`;
  return row?.is_serving === true;
}

/** Measures the latency and counts the connections. Returns null if the database does not respond. */
export async function measureDatabase(sql: Sql): Promise<DatabaseCounts> {
  const begun = performance.now();
  const rows = await withTimeout(sql<{ active: number; idle: number }[]>`
    select count(*) filter (where state = 'active')::int as active, count(*) filter (where state <> 'active')::int as idle
      from pg_stat_activity where application_name = 'checklist' and datname = current_database()`);
  const connections = rows?.[0];
  return connections === undefined ? null : { seconds: (performance.now() - begun) / 1000, connections };
}

/** The rows of a query; null if the database does not respond within two seconds, or refuses. */
export async function withTimeout<Rows>(query: PromiseLike<Rows>): Promise<Rows | null> {
  const rowsOrNull = query.then(
    (rows) => rows,
    () => null,
  );
  return Promise.race([rowsOrNull, wait(TIMEOUT_MS, null, { ref: false })]);
}
