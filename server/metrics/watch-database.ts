/** Watches the database and its disk, reports their problems (P5), and measures them for the metrics. */
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '#server/database/database.ts';
import type { Problems } from '#server/log/problems.ts';
import type { DatabaseCounts } from './meter.ts';

export type DatabaseWatch = {
  /** Whether the database responds within two seconds, or did in the last second. Also looks for problems. */
  readonly check: () => Promise<boolean>;
  readonly stop: () => void;
};

type Watched = {
  readonly sql: Sql;
  /** The folder of the private database; null for an external one, whose disk this server cannot see. */
  readonly dataFolder: string | null;
  readonly problems: Problems;
};

const INTERVAL_MS = 15_000;
/** Postgres needs space for its log and for temporary files. */
const LOW_BYTES = 200_000_000;

/** A check is used by all requests of /health that come while it runs, and in this time after it. */
const SHARED_MS = 1000;

/** Checks now and then, and when /health is requested. */
export function watchDatabase({ sql, dataFolder, problems }: Watched): DatabaseWatch {
  let startedAt: string | null = null;
  const check = share(async () => {
    await checkDisk(dataFolder, problems);
    // After a restart, the first query can still get a connection that is gone.
    const found = (await findStart(sql)) ?? (await findStart(sql));
    if (found === null) return false;
    if (startedAt !== null && found !== startedAt) problems.report('database-restarted');
    startedAt = found;
    return true;
  });
  const timer = setInterval(() => void check(), INTERVAL_MS).unref();
  return { check, stop: () => clearInterval(timer) };
}

/** Shares each call, so that many requests cost the connections of accounts no more than one. */
function share(run: () => Promise<boolean>): () => Promise<boolean> {
  let shared: Promise<boolean> | null = null;
  const forget = (): void => {
    shared = null;
  };
  return () => {
    shared ??= run().finally(() => void setTimeout(forget, SHARED_MS).unref());
    return shared;
  };
}

/** When Postgres started. After the crash of one of its processes, all others are started anew, which the checkpointer shows. */
async function findStart(sql: Sql): Promise<string | null> {
  const rows = await withTimeout(sql<{ start: string }[]>`select coalesce(
    (select backend_start from pg_stat_activity where backend_type = 'checkpointer'), pg_postmaster_start_time()
  )::text as start`);
  return rows?.[0]?.start ?? null;
}

async function checkDisk(folder: string | null, problems: Problems): Promise<void> {
  const disk = folder === null ? null : await statfs(folder).catch(() => null);
  if (disk === null) return;
  const free = disk.bavail * disk.bsize;
  if (free < LOW_BYTES) problems.report('disk-low', { megabytes: Math.round(free / 1_000_000) });
  else problems.resolve('disk-low');
}

/** Postgres' code for a full disk: disk_full. */
const DISK_FULL = '53100';

/**
 * Learns from the outcome of a statement whether the database can still write.
 * @param code the SQLSTATE of a failure; null for a write that succeeded
 */
export function noteWrite(problems: Problems, code: string | null): void {
  if (code === DISK_FULL) problems.report('disk-full');
  else if (code === null) problems.resolve('disk-full');
}

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
