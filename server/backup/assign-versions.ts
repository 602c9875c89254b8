/**
 * Assigns a version that no device has seen to every row of a restored database.
 *
 * Devices have cursors from before the restore and would never ask for rows with lower versions. The new versions are
 * derived from the time, so that they are also higher than those of any earlier restore. They stay below 2^53, the largest
 * safe integer of the devices, for about two hundred years.
 */
import type { TransactionSql } from '#server/database/database.ts';
import { quote, quoteTable } from './list-tables.ts';
import type { TableName } from './list-tables.ts';

/** No account uses a thousand versions in a millisecond. */
const VERSIONS_PER_MILLISECOND = 1000;
/** Added to the highest version if the clock is behind the backup. */
const STEP = 1_000_000_000;

/** The triggers of supabase/migrations/0006_lists.sql. */
const VERSION_TRIGGERS = ['lock_account', 'assign_version', 'save_version'];

/** Expects that all triggers of the tables are disabled, and enables those that assign versions. */
export async function assignVersions(tx: TransactionSql, nowMs: number): Promise<void> {
  const tables = await listVersionedTables(tx);
  const floor = nowMs * VERSIONS_PER_MILLISECOND;
  if (await hasMemberships(tx)) {
    await tx`update public.list_members
      set version = greatest(${floor}::bigint, (select max(version) + ${STEP}::bigint from public.list_members))`;
  }
  await tx`update public.sync_state
    set version = greatest(${floor}::bigint, (select max(version) + ${STEP}::bigint from public.sync_state))`;
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
