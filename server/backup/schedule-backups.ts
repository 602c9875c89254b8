/** Writes backups at a regular interval, and keeps the newest ones (product P7). */
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makePrivateFolder } from '#server/data-folder/data-folder.ts';
import { advisoryLocks } from '#server/advisory-locks.ts';
import type { Sql, TransactionSql } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import type { Problems } from '#server/log/problems.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import type { BackupPlan } from '#server/settings/read-settings.ts';
import { setFixedSettings } from './tables.ts';
import { writeBackup } from './write-backup.ts';

type Scheduling = {
  readonly sql: Sql;
  readonly plan: BackupPlan;
  readonly problems: Problems;
  readonly log: Log;
};

/** How often to check whether a backup is due, and how long to wait after a failed one. */
const CHECK_MS = 60_000;
const RETRY_MS = 10 * 60_000;

/**
 * Starts the schedule. The first backup is due at once if the database has none.
 * @returns stops it. Then close the database, which ends a backup in progress, and wait for the promise
 */
export function scheduleBackups({ sql, plan, problems, log }: Scheduling): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const run = async (): Promise<void> => {
    const written = await writeIfDue(sql, plan, new Date());
    if (isStopped) return;
    reportOutcome(written, problems, log);
    timer = setTimeout(start, written.ok ? CHECK_MS : RETRY_MS).unref();
  };
  let running = run();
  const start = (): void => {
    running = run();
  };
  return () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    return running;
  };
}

function reportOutcome(written: Result<Outcome, string>, problems: Problems, log: Log): void {
  if (!written.ok) {
    problems.report('backup-failed', { code: written.failure });
    return;
  }
  const outcome = written.value;
  if (outcome.type === 'locked') return;
  problems.resolve('backup-failed');
  if (outcome.type === 'recent') return;
  log.write('info', 'backup written', { file: outcome.file, leftAlone: outcome.leftAlone });
  if (outcome.notRemoved === null) problems.resolve('backups-not-removed');
  else problems.report('backups-not-removed', { code: outcome.notRemoved });
}

/** What a check for a due backup found. */
type Outcome =
  | Written
  /** The last backup of this database, perhaps by another server, is not old enough. */
  | { readonly type: 'recent' }
  /** Another server is checking or writing. */
  | { readonly type: 'locked' };

type Written = {
  readonly type: 'written';
  readonly file: string;
  /** The code of the first failure to remove an older backup. */
  readonly notRemoved: string | null;
  /** How many backups in the folder stay, because this database has not written them or because they are dated later. */
  readonly leftAlone: number;
};

/**
 * Writes a backup if the last one of this database is old enough, and then removes its oldest ones. If several servers share
 * one database, only the one with the lock writes.
 * @returns the outcome, or the code of the failure
 */
export async function writeIfDue(sql: Sql, plan: BackupPlan, now: Date): Promise<Result<Outcome, string>> {
  try {
    const written = await sql.begin((tx) => writeLocked(tx, { sql, plan, now }));
    if (!written.ok || written.value.type !== 'written') return written;
    // Not before the commit: a complete backup counts even if an older one cannot be removed.
    return ok(await removeOldest(sql, plan, written.value));
  } catch (error) {
    return fail(readErrorCode(error));
  }
}

type Writing = { readonly sql: Sql; readonly plan: BackupPlan; readonly now: Date };

async function writeLocked(tx: TransactionSql, { sql, plan, now }: Writing): Promise<Result<Outcome, string>> {
  // The transaction is idle while the backup is written, which may take as long as it needs.
  await setFixedSettings(tx);
  const [lock] = await tx<
    { isOurs: boolean }[]
  >`select pg_try_advisory_xact_lock(${advisoryLocks.writeBackup}) as "isOurs"`;
  if (lock?.isOurs !== true) return ok({ type: 'locked' });
  if (!(await isDue(sql, plan))) return ok({ type: 'recent' });
  const file = join(plan.folder, toName(now));
  await makePrivateFolder(plan.folder);
  // First, because they can be what fills the disk. With the lock, none of them is still being written.
  const notRemoved = await removeFiles(plan.folder, pickUnfinished);
  const earlier = (await readdir(plan.folder)).filter((name) => NAME.test(name));
  const written = await writeBackup(sql, file);
  if (!written.ok) return fail('code' in written.failure ? written.failure.code : written.failure.type);
  // Not in the transaction, whose connection may be lost while it is idle: a file without its record would never be removed.
  await adoptEarlier(sql, earlier);
  await sql`insert into checklist_server.written_backups (name, at) values (${basename(file)}, now())
    on conflict (name) do update set at = excluded.at`;
  return ok({ type: 'written', file, notRemoved, leftAlone: 0 });
}

/**
 * Every backup counts, not only the last: one from a clock that was behind hides none from before. One in the future means that
 * the clock was ahead, so it does not count.
 */
async function isDue(sql: Sql, { everyHours }: BackupPlan): Promise<boolean> {
  // Of earlier versions, which wrote only the time of the last backup.
  await sql`create table if not exists checklist_server.last_backup (
    is_last boolean primary key default true check (is_last), at timestamptz not null)`;
  await sql`create table if not exists checklist_server.written_backups (name text primary key, at timestamptz not null)`;
  const waiting = await sql`
    select 1 from (table checklist_server.written_backups union all select '', at from checklist_server.last_backup) backup
    where at > now() - make_interval(hours => ${everyHours}) and at <= now()`;
  return waiting.length === 0;
}

/**
 * A database of an earlier version that has written backups takes those in the folder for its own, as that version did. A new or
 * restored database has no last backup, and takes none.
 */
async function adoptEarlier(sql: Sql, names: readonly string[]): Promise<void> {
  await sql`with last as (delete from checklist_server.last_backup returning at)
    insert into checklist_server.written_backups (name, at) select name, last.at from unnest(${names}::text[]) name, last
    on conflict do nothing`;
}

/** Removes the oldest backups that this database has written, as far as they are in the folder, and forgets them. */
async function removeOldest(sql: Sql, { folder, keep }: BackupPlan, written: Written): Promise<Written> {
  const rows = await sql<{ name: string }[]>`select name from checklist_server.written_backups`;
  const own = new Set(rows.map(({ name }) => name));
  const newest = basename(written.file);
  let leftAlone = 0;
  let oldest: readonly string[] = [];
  const failure = await removeFiles(folder, (names) => {
    const backups = names.filter((name) => NAME.test(name)).toSorted();
    // A later name is from a clock that was ahead, or this clock is behind and the later one is right.
    const removable = backups.filter((name) => own.has(name) && name <= newest);
    leftAlone = backups.length - removable.length;
    oldest = removable.slice(0, -keep);
    return oldest;
  });
  // Backups that another server wrote to its own folder stay recorded. Without a record, a backup that could not be removed would stay forever.
  if (failure === null)
    await sql`delete from checklist_server.written_backups where name = any(${[...oldest]}::text[])`;
  return { ...written, notRemoved: written.notRemoved ?? failure, leftAlone };
}

/** The names sort by time: `checklist-20261126T230000Z.gz`. */
const toName = (now: Date): string => `checklist-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.gz`;
const NAME = /^checklist-\d{8}T\d{6}Z\.gz$/u;
const UNFINISHED = /^checklist-\d{8}T\d{6}Z\.gz\.part$/u;

/** Picks the backups that a killed server left unfinished. */
const pickUnfinished = (names: readonly string[]): readonly string[] => names.filter((name) => UNFINISHED.test(name));

/** @returns the code of the first failure, or null. After a failure, the others are still removed */
async function removeFiles(
  folder: string,
  pick: (names: readonly string[]) => readonly string[],
): Promise<string | null> {
  try {
    const names = pick(await readdir(folder));
    const removals = await Promise.allSettled(names.map((name) => rm(join(folder, name), { force: true })));
    const failed = removals.find((removal) => removal.status === 'rejected');
    return failed === undefined ? null : readErrorCode(failed.reason);
  } catch (error) {
    return readErrorCode(error);
  }
}
