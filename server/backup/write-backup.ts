/** Saves a database in one file. Servers can continue to use the database. */
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from '#server/database/database.ts';
import { isThere } from '#server/private-postgres/find-installation.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import { version } from '#server/version.ts';
import { listApplied } from '#server/database/migrate.ts';
import {
  listSequences,
  listTables,
  quote,
  quoteTable,
  setFixedSettings,
  sortByReferences,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Table,
  type TableCount,
  type Trailer,
} from './tables.ts';
import type { BackupFailure } from '#server/failures.ts';

/**
 * Writes the backup from one snapshot ("repeatable read"). Only the owner can read the file, because it contains everything
 * needed to sign in to any account. It gets its name when it is complete.
 * @returns the row counts of the tables, or why there is no file
 * @throws errors of Postgres
 */
export async function writeBackup(sql: Sql, file: string): Promise<Result<readonly TableCount[], WriteFailure>> {
  if ((await listApplied(sql)).length === 0) return fail({ type: 'no-checklist-data' });
  if (await isThere(file)) return fail({ type: 'backup-exists', file });
  const unfinished = `${file}.part`;
  let ino: number | null = null;
  // Another backup into the same file may have taken its place.
  const isOurs = async (): Promise<boolean> => (await stat(unfinished).catch(() => null))?.ino === ino;
  try {
    // Left by an interrupted backup.
    await rm(unfinished, { force: true });
    await using handle = await open(unfinished, 'wx', 0o600);
    ({ ino } = await handle.stat());
    const counts = await writeAll(sql, handle);
    if (!(await isOurs())) return fail({ type: 'backup-exists', file });
    await rename(unfinished, file);
    return ok(counts);
  } catch (error) {
    if (await isOurs()) await rm(unfinished, { force: true }).catch(() => undefined);
    if (!isOfDisk(error)) throw error;
    return fail({ type: 'backup-not-written', file, code: readErrorCode(error) });
  }
}

/** @returns the row counts, when everything is on the disk */
async function writeAll(sql: Sql, handle: FileHandle): Promise<readonly TableCount[]> {
  let counts: readonly TableCount[] = [];
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    const lines = writeLines(tx, (all) => {
      counts = all;
    });
    await pipeline(lines, createGzip(), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) await handle.appendFile(chunk);
    });
  });
  await handle.sync();
  return counts;
}

type WriteFailure = BackupFailure | { readonly type: 'no-checklist-data' };

/** Whether an error comes from the file system. Errors of an open file do not name its path, and errors of sockets have a `syscall`, too. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && ('path' in error || WRITE_ERRORS.has(readErrorCode(error)));

/** A full disk, a quota, a limit of sizes, a broken disk, a disk that was remounted read-only. */
const WRITE_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);

async function* writeLines(
  tx: TransactionSql,
  onCounts: (counts: readonly TableCount[]) => void,
): AsyncGenerator<string> {
  await setFixedSettings(tx);
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    createdAt: new Date().toISOString(),
    checklist: version,
    applied: [...(await listApplied(tx))],
  };
  yield toLine(header);
  const counts: TableCount[] = [];
  for (const { schema, name, columns } of await sortByReferences(tx, await listTables(tx))) {
    yield toLine({ table: { schema, name, columns } });
    let rows = 0;
    for await (const row of readRows(tx, { schema, name, columns })) {
      rows += 1;
      yield `${row}\n`;
    }
    counts.push({ schema, name, rows });
  }
  const trailer: Trailer = { end: true, tables: counts, sequences: await listSequences(tx) };
  yield toLine(trailer);
  onCounts(counts);
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/**
 * Yields the rows of a table as lines of JSON. Does not use COPY, because the driver can hang at its end: it pauses the
 * connection for a slow reader and does not resume it after the last rows.
 */
async function* readRows(tx: TransactionSql, table: Table): AsyncGenerator<string> {
  const values = table.columns.map((column) => `${quote(column)}::text`).join(', ');
  const query = `select to_json(array[${values}]::text[])::text as row from ${quoteTable(table)}`;
  for await (const rows of tx.unsafe<{ row: string }[]>(query).cursor(ROWS_AT_ONCE)) {
    for (const { row } of rows) yield row;
  }
}

const ROWS_AT_ONCE = 500;
