/**
 * Gives every row of a restored database a version that no device has seen.
 *
 * Devices hold cursors of before the restore: what has a lower version they would never ask for. The new versions follow
 * the time, so that they are higher than those of any earlier restore, too; and they stay below 2^53, which is what
 * devices count with, for some two hundred years.
 */
import type { TransactionSql } from '#server/database/database.ts';
import { quote, quoteTable } from './list-tables.ts';
import type { TableName } from './list-tables.ts';

/** No account takes a thousand versions in a millisecond. */
const VERSIONS_IN_A_MILLISECOND = 1000;
/** Where the clock is behind the backup. */
const STEP = 1_000_000_000;

/** The triggers of supabase/migrations/0002_sync.sql. */
const STAMPING = ['lock_account', 'assign_version', 'save_version'];

/** Runs with all triggers of the tables switched off; those that stamp are switched on for their work. */
export async function restamp(tx: TransactionSql, nowMs: number): Promise<void> {
  const tables = await listStamped(tx);
  const floor = nowMs * VERSIONS_IN_A_MILLISECOND;
  await tx`update public.sync_state
    set version = greatest(${floor}::bigint, (select max(version) + ${STEP}::bigint from public.sync_state))`;
  for (const { triggers, account, ...table } of tables) {
    const name = quoteTable(table);
    for (const trigger of triggers) await tx.unsafe(`alter table ${name} enable trigger ${quote(trigger)}`);
    // One account after the other: the stamping counts for one at a time, and to change from row to row costs much.
    const column = quote(account);
    const ids = await tx.unsafe<{ id: string }[]>(`select distinct ${column}::text as id from ${name}`);
    for (const { id } of ids) await tx.unsafe(`update ${name} set version = version where ${column} = $1::uuid`, [id]);
  }
}

type Stamped = TableName & {
  readonly triggers: readonly string[];
  /** The column that holds the account: the argument of the trigger that stamps. */
  readonly account: string;
};

async function listStamped(tx: TransactionSql): Promise<readonly Stamped[]> {
  return tx<Stamped[]>`
    select n.nspname as schema, c.relname as name, json_agg(t.tgname) as triggers,
           max(regexp_replace(encode(t.tgargs, 'escape'), '\\\\000$', '')) as account
      from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid
      join pg_namespace pn on pn.oid = p.pronamespace and pn.nspname = 'public'
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and p.proname in ${tx(STAMPING)}
     group by n.nspname, c.relname
    having bool_or(p.proname = 'assign_version')`;
}
