/** Restores a backup into an empty database. */
import type { Sql, TransactionSql } from '#server/database/database.ts';
import {
  applyFiles,
  compareMigrations,
  readMigrationFiles,
  type MigrationFile,
  type SchemaFailure,
} from '#server/database/migrate.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { checkBackup, isSame, readPieces, type Piece } from './read-backup.ts';
import {
  type Manifest,
  type Table,
  type TableCount,
  isEmpty,
  listTables,
  quote,
  quoteTable,
  setFixedSettings,
  type SavedTable,
  type TableName,
} from './tables.ts';
import type { BackupFailure } from '#server/failures.ts';

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
  /** Ends all sessions, so that all users have to sign in again, and pending changes of address. */
  readonly endsSessions: boolean;
};

/**
 * Verifies the whole file before anything is written. Then, in one transaction: creates the schema of the backup, inserts
 * the rows without triggers, compares their number, assigns new versions, and applies newer migrations.
 * @returns what was restored, or why nothing was restored
 * @throws errors of Postgres
 */
export async function restoreBackup(restoring: Restoring): Promise<Result<Restored, BackupFailure>> {
  const manifest = await checkRestorable(restoring.file);
  if (!manifest.ok) return manifest;
  const files = await readMigrationFiles();
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

/** Reads and verifies the whole file, and whether this version can restore it. */
export async function checkRestorable(file: string): Promise<Result<Manifest, BackupFailure>> {
  const manifest = await checkBackup(file);
  if (!manifest.ok) return manifest;
  const problem = compareMigrations(manifest.value.applied, await readMigrationFiles());
  return problem === null ? manifest : fail(describeSchema(problem));
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
  const checkReferences = await dropReferencesToSelf(tx);
  await load(tx, filling.file, there);
  await checkReferences();
  const loaded = await countRows(tx, wanted);
  if (!isSame(loaded, wanted)) return fail({ type: 'backup-damaged', file: filling.file });
  await setSequences(tx, manifest);
  if (endsSessions) await endSessions(tx);
  await assignVersions(tx, now());
  await switchTriggers(tx, there, 'enable');
  await applyFiles(tx, files);
  const rows = loaded.reduce((sum, table) => sum + table.rows, 0);
  return ok({ createdAt: manifest.createdAt, rows, leftOut: leftOut.map(writeName) });
}

/** Pending changes of address end too: an attacker may have confirmed one, and could finish it without a session. */
async function endSessions(tx: TransactionSql): Promise<void> {
  await tx`delete from auth.sessions`;
  await tx`update auth.users set email_change = null, email_change_confirm_status = 0 where email_change is not null`;
}

type CountedTable = Manifest['tables'][number];

/** Splits the tables of a backup into those that exist in the database and the others. */
function sortTables({ tables }: Manifest, there: readonly SavedTable[]): readonly [CountedTable[], CountedTable[]] {
  const isThere = (table: CountedTable): boolean => there.some((one) => isTable(one, table));
  return [tables.filter(isThere), tables.filter((table) => !isThere(table))];
}

const hasColumns = (one: Table, other: Table): boolean => other.columns.every((column) => one.columns.includes(column));
const isTable = (one: TableName, other: TableName): boolean => one.schema === other.schema && one.name === other.name;
const writeName = ({ schema, name }: TableName): string => `${schema}.${name}`;

async function switchTriggers(tx: TransactionSql, tables: readonly Table[], to: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await tx.unsafe(`alter table ${quoteTable(table)} ${to} trigger user`);
}

/**
 * Drops the foreign keys of tables to themselves, because the rows of a table are in no order: a token may come before the one it replaced.
 * @returns adds them again, which checks all rows
 */
async function dropReferencesToSelf(tx: TransactionSql): Promise<() => Promise<void>> {
  const references = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and conrelid = confrelid and connamespace in ('auth'::regnamespace, 'public'::regnamespace)`;
  for (const { table, name } of references) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of references)
      await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Inserts all rows. The file is sorted by references. A row that is lost here is found by counting. */
async function load(tx: TransactionSql, file: string, there: readonly SavedTable[]): Promise<void> {
  // Rows that a migration has inserted are in the backup as well.
  await tx.unsafe(`truncate ${there.map(quoteTable).join(', ')} cascade`);
  let writer: RowWriter | null = null;
  for await (const piece of readPieces(file)) {
    if (piece.type === 'row') {
      await writer?.add(piece.row);
    } else {
      await writer?.finish();
      writer = findRowWriter(tx, there, piece);
    }
  }
}

/** Returns the writer of a table, or null if the piece starts no table or an excluded one. */
function findRowWriter(tx: TransactionSql, there: readonly SavedTable[], piece: Piece): RowWriter | null {
  if (piece.type !== 'table') return null;
  const table = there.find((one) => isTable(one, piece.table));
  return table === undefined ? null : createRowWriter(tx, table, piece.table.columns);
}

async function countRows(tx: TransactionSql, tables: readonly Table[]): Promise<readonly TableCount[]> {
  const counts: TableCount[] = [];
  for (const { schema, name } of tables) {
    const [row] = await tx.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from ${quoteTable({ schema, name })}`,
    );
    counts.push({ schema, name, rows: row?.rows ?? 0 });
  }
  return counts;
}

async function setSequences(tx: TransactionSql, { sequences }: Manifest): Promise<void> {
  for (const sequence of sequences) {
    const name = quoteTable(sequence);
    await tx`select setval(to_regclass(${name}), ${sequence.value}::bigint, ${sequence.isCalled})`;
  }
}

type RowWriter = {
  /** Adds a row, given as a line of JSON. */
  readonly add: (row: string) => Promise<void>;
  /** Inserts the remaining rows. Call it after the last row. */
  readonly finish: () => Promise<void>;
};

const MOST_CHARACTERS = 500_000;

/** @param columns in the backup's order; the table has all of them */
function createRowWriter(tx: TransactionSql, table: SavedTable, columns: readonly string[]): RowWriter {
  const typeOf = (column: string): string => table.types[table.columns.indexOf(column)] ?? 'text';
  const values = columns.map((column, index) => `(line ->> ${index})::${typeOf(column)}`).join(', ');
  // Identity columns get the values of the backup.
  const insert = `insert into ${quoteTable(table)} (${columns.map(quote).join(', ')}) overriding system value
    select ${values} from json_array_elements($1::text::json) line`;
  let rows: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await tx.unsafe(insert, [`[${rows.join(',')}]`]);
    rows = [];
    characters = 0;
  };
  return {
    async add(row) {
      rows.push(row);
      characters += row.length;
      if (characters > MOST_CHARACTERS) await flush();
    },
    finish: flush,
  };
}

/** No account uses a thousand versions in a millisecond. */
const VERSIONS_PER_MILLISECOND = 1000;
/** Added to the highest version if the clock is behind the backup. */
const STEP = 1_000_000_000;

/** The triggers of supabase/migrations/0006_lists.sql. */
const VERSION_TRIGGERS = ['lock_account', 'assign_version', 'save_version'];

/** Expects that all triggers of the tables are disabled, and enables those that assign versions. */
async function assignVersions(tx: TransactionSql, nowMs: number): Promise<void> {
  const tables = await listVersionedTables(tx);
  // A step beyond a floor that suffices would be ahead of the clock, and of the floor of the next restore.
  const floor = nowMs * VERSIONS_PER_MILLISECOND;
  if (await hasMemberships(tx)) {
    await tx`update public.list_members
      set version = (select case when max(version) < ${floor}::bigint then ${floor}::bigint else max(version) + ${STEP}::bigint end from public.list_members)`;
  }
  await tx`update public.sync_state
    set version = (select case when max(version) < ${floor}::bigint then ${floor}::bigint else max(version) + ${STEP}::bigint end from public.sync_state)`;
  for (const { triggers, account, ...table } of tables) {
    const name = quoteTable(table);
    for (const trigger of triggers) await tx.unsafe(`alter table ${name} enable trigger ${quote(trigger)}`);
    // One account after the other, because the triggers count one account at a time and switching between rows is slow.
    const column = quote(account);
    const ids = await tx.unsafe<{ id: string }[]>(`select distinct ${column}::text as id from ${name}`);
    for (const { id } of ids) await tx.unsafe(`update ${name} set version = version where ${column} = $1::uuid`, [id]);
  }
}

/** Backups from before shared lists have no memberships. */
async function hasMemberships(tx: TransactionSql): Promise<boolean> {
  const [found] = await tx<{ is_there: boolean }[]>`select to_regclass('public.list_members') is not null as is_there`;
  return found?.is_there === true;
}

type VersionedTable = TableName & {
  readonly triggers: readonly string[];
  /** The column with the account, which is the argument of the trigger that assigns versions. */
  readonly account: string;
};

async function listVersionedTables(tx: TransactionSql): Promise<readonly VersionedTable[]> {
  return tx<VersionedTable[]>`
    select n.nspname as schema, c.relname as name, json_agg(t.tgname) as triggers,
           max(regexp_replace(encode(t.tgargs, 'escape'), '\\\\000$', '')) as account
      from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid
      join pg_namespace pn on pn.oid = p.pronamespace and pn.nspname = 'public'
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and p.proname in ${tx(VERSION_TRIGGERS)}
     group by n.nspname, c.relname
    having bool_or(p.proname = 'assign_version')`;
}
