/** Writes backups at a regular interval, and keeps the newest ones (product P7). */
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makePrivateFolder } from '#server/data-folder/data-folder.ts';
import { advisoryLocks } from '#server/advisory-locks.ts';
import type { Sql, TransactionSql } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import type { Problems } from '#server/log/problems.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import type { BackupPlan } from '#server/settings/settings.ts';
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
  log.write('info', 'backup written', { file: outcome.file });
  if (outcome.notRemoved === null) problems.resolve('backups-not-removed');
  else problems.report('backups-not-removed', { code: outcome.notRemoved });
}

/** What a check for a due backup found. */
type Outcome =
  /** `notRemoved` is the code of the first failure to remove an older backup. */
  | { readonly type: 'written'; readonly file: string; readonly notRemoved: string | null }
  /** The last backup of this database, perhaps by another server, is not old enough. */
  | { readonly type: 'recent' }
  /** Another server is checking or writing. */
  | { readonly type: 'locked' };

/**
 * Writes a backup if the last one of this database is old enough, and then removes the oldest ones. If several servers share
 * one database, only the one with the lock writes.
 * @returns the outcome, or the code of the failure
 */
export async function writeIfDue(sql: Sql, plan: BackupPlan, now: Date): Promise<Result<Outcome, string>> {
  try {
    const written = await sql.begin((tx) => writeLocked(tx, { sql, plan, now }));
    if (!written.ok || written.value.type !== 'written') return written;
    // Not before the commit: a complete backup counts even if an older one cannot be removed.
    const { file, notRemoved } = written.value;
    const failure = await removeFiles(plan.folder, (names) => pickOldest(names, plan.keep, basename(file)));
    return ok({ ...written.value, notRemoved: notRemoved ?? failure });
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
  if (!(await isDue(tx, plan))) return ok({ type: 'recent' });
  const file = join(plan.folder, toName(now));
  await makePrivateFolder(plan.folder);
  // First, because they can be what fills the disk. With the lock, none of them is still being written.
  const notRemoved = await removeFiles(plan.folder, pickUnfinished);
  const written = await writeBackup(sql, file);
  if (!written.ok) return fail('code' in written.failure ? written.failure.code : written.failure.type);
  await tx`insert into checklist_server.last_backup (at) values (now())
    on conflict (is_last) do update set at = excluded.at`;
  return ok({ type: 'written', file, notRemoved });
}

/** A last backup in the future means that the clock was wrong, so a backup is due. */
async function isDue(tx: TransactionSql, { everyHours }: BackupPlan): Promise<boolean> {
  await tx`create table if not exists checklist_server.last_backup (
    is_last boolean primary key default true check (is_last), at timestamptz not null)`;
  const waiting = await tx`select 1 from checklist_server.last_backup
    where at > now() - make_interval(hours => ${everyHours}) and at <= now()`;
  return waiting.length === 0;
}

/** The names sort by time: `checklist-20261126T230000Z.gz`. */
const toName = (now: Date): string => `checklist-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.gz`;
const NAME = /^checklist-\d{8}T\d{6}Z\.gz$/u;
const UNFINISHED = /^checklist-\d{8}T\d{6}Z\.gz\.part$/u;

/** Picks the backups that a killed server left unfinished. */
const pickUnfinished = (names: readonly string[]): readonly string[] => names.filter((name) => UNFINISHED.test(name));

/**
 * Picks the oldest backups, which are too many. The one that was just written is the newest, whatever its name says: the names that come
 * after it are from a clock that was ahead, and the first to be removed.
 */
function pickOldest(names: readonly string[], keep: number, newest: string): readonly string[] {
  const sorted = names.filter((name) => NAME.test(name)).toSorted();
  return [...sorted.filter((name) => name > newest), ...sorted.filter((name) => name <= newest)].slice(0, -keep);
}

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
