/** Restores a backup into an empty database, completely or not at all. */
import { compareMigrations } from '#server/database/check-schema.ts';
import type { SchemaFailure } from '#server/database/check-schema.ts';
import { applyFiles, readMigrationFiles } from '#server/database/migrate.ts';
import type { MigrationFile } from '#server/database/migrate.ts';
import type { Sql, TransactionSql } from '#server/database/database.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { isEmpty, listTables, quoteTable, setFixedSettings } from './list-tables.ts';
import type { SavedTable, TableName } from './list-tables.ts';
import { createFiller } from './fill-table.ts';
import type { Filler } from './fill-table.ts';
import type { BackupFailure, Manifest, Table, TableSum } from './format.ts';
import { checkBackup, isSame, readPieces } from './read-backup.ts';
import type { Piece } from './read-backup.ts';
import { assignVersions } from './assign-versions.ts';
import { createRowSum } from './sum-rows.ts';
import { readRows } from './write-backup.ts';

export type Restored = {
  readonly createdAt: string;
  readonly rows: number;
  /** Tables of the backup that were not restored, because Checklist does not create them. */
  readonly leftOut: readonly string[];
};

export type Restoring = {
  readonly sql: Sql;
  readonly file: string;
  readonly now: () => number;
  /** Ends all sessions, so that all users have to sign in again. */
  readonly endsSessions: boolean;
};

/**
 * Verifies the whole file before anything is written. Then, in one transaction: creates the schema of the backup, inserts
 * the rows without triggers, compares their checksums, assigns new versions, and applies newer migrations.
 * @returns what was restored, or why nothing was restored
 * @throws errors of Postgres
 */
export async function restoreBackup(restoring: Restoring): Promise<Result<Restored, BackupFailure>> {
  const manifest = await checkBackup(restoring.file);
  if (!manifest.ok) return manifest;
  const files = await readMigrationFiles();
  const problem = compareMigrations(manifest.value.applied, files);
  if (problem !== null) return fail(describeSchema(problem));
  // A failure must be thrown out of the transaction, or it would be committed.
  const failed: { failure: BackupFailure | null } = { failure: null };
  try {
    return await restoring.sql.begin(async (tx) => {
      const result = await fill(tx, { ...restoring, manifest: manifest.value, files });
      if (result.ok) return result;
      failed.failure = result.failure;
      throw new Error('The restore was rolled back.');
    });
  } catch (error) {
    if (failed.failure === null) throw error;
    return fail(failed.failure);
  }
}

const describeSchema = (problem: SchemaFailure): BackupFailure =>
  problem.type === 'schema-too-new'
    ? { type: 'backup-too-new', what: problem.migration }
    : { type: 'backup-unknown', found: problem.found };

const isFile = (file: MigrationFile, kind: string, name: string): boolean => file.kind === kind && file.name === name;

type Filling = Restoring & { readonly manifest: Manifest; readonly files: readonly MigrationFile[] };

async function fill(tx: TransactionSql, filling: Filling): Promise<Result<Restored, BackupFailure>> {
  const { manifest, files, now, endsSessions } = filling;
  await setFixedSettings(tx);
  if (!(await isEmpty(tx))) return fail({ type: 'database-not-empty' });
  await applyFiles(
    tx,
    files.filter((file) => manifest.applied.some(({ kind, name }) => isFile(file, kind, name))),
  );
  const there = await listTables(tx);
  const [wanted, leftOut] = sortTables(manifest, there);
  const misfit = wanted.find((table) => !there.some((one) => isTable(one, table) && hasColumns(one, table)));
  if (misfit !== undefined) return fail({ type: 'backup-does-not-fit', table: writeName(misfit) });
  await switchTriggers(tx, there, 'disable');
  await load(tx, filling.file, there);
  const loaded = await sumTables(tx, wanted);
  if (!isSame(loaded, wanted)) return fail({ type: 'backup-damaged', file: filling.file });
  await setSequences(tx, manifest);
  if (endsSessions) await tx`delete from auth.sessions`;
  await assignVersions(tx, now());
  await switchTriggers(tx, there, 'enable');
  await applyFiles(tx, files);
  const rows = loaded.reduce((sum, table) => sum + table.rows, 0);
  return ok({ createdAt: manifest.createdAt, rows, leftOut: leftOut.map(writeName) });
}

type SummedTable = Manifest['tables'][number];

/** Splits the tables of a backup into those that exist in the database and the others. */
function sortTables({ tables }: Manifest, there: readonly SavedTable[]): readonly [SummedTable[], SummedTable[]] {
  const isThere = (table: SummedTable): boolean => there.some((one) => isTable(one, table));
  return [tables.filter(isThere), tables.filter((table) => !isThere(table))];
}

const hasColumns = (one: Table, other: Table): boolean => other.columns.every((column) => one.columns.includes(column));
const isTable = (one: TableName, other: TableName): boolean => one.schema === other.schema && one.name === other.name;
const writeName = ({ schema, name }: TableName): string => `${schema}.${name}`;

async function switchTriggers(tx: TransactionSql, tables: readonly Table[], to: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await tx.unsafe(`alter table ${quoteTable(table)} ${to} trigger user`);
}

/** Inserts all rows. The file is sorted by references. A row that is lost here is found by the checksums. */
async function load(tx: TransactionSql, file: string, there: readonly SavedTable[]): Promise<void> {
  // Rows that a migration has inserted are in the backup as well.
  await tx.unsafe(`truncate ${there.map(quoteTable).join(', ')} cascade`);
  let filler: Filler | null = null;
  for await (const piece of readPieces(file)) {
    if (piece.type === 'row') {
      await filler?.add(piece.row);
    } else {
      await filler?.finish();
      filler = findFiller(tx, there, piece);
    }
  }
}

/** Returns the filler of a table, or null if the piece starts no table or an excluded one. */
function findFiller(tx: TransactionSql, there: readonly SavedTable[], piece: Piece): Filler | null {
  if (piece.type !== 'table') return null;
  const table = there.find((one) => isTable(one, piece.table));
  return table === undefined ? null : createFiller(tx, table, piece.table.columns);
}

async function sumTables(tx: TransactionSql, tables: readonly Table[]): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) sums.push(await sumTable(tx, table));
  return sums;
}

async function sumTable(tx: TransactionSql, table: Table): Promise<TableSum> {
  const sum = createRowSum();
  for await (const row of readRows(tx, table)) sum.add(row);
  return { schema: table.schema, name: table.name, ...sum.read() };
}

async function setSequences(tx: TransactionSql, { sequences }: Manifest): Promise<void> {
  for (const sequence of sequences) {
    const name = quoteTable(sequence);
    await tx`select setval(to_regclass(${name}), ${sequence.value}::bigint, ${sequence.isCalled})`;
  }
}
