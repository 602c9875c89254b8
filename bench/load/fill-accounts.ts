/** Fills a database with many accounts and rows without running triggers, so that years of data take minutes. */
import type { Sql } from 'postgres';
import { seedAccounts } from './seed-accounts.ts';

/** Each account wrote its rows in this many visits; the visits of all accounts are interleaved on disk, as in real use. */
const VISITS = 20;
const ROWS_PER_VISIT = 25;
export const ROWS_PER_ACCOUNT = VISITS * ROWS_PER_VISIT;

/** An item id in the app's format (time, then random digits), computed from the numbers of account, visit and row. */
export const seededItem = (account: number, visit: number, row: number): string =>
  `${1_700_000_000_000 + visit}-${String(account).padStart(8, '0')}${String(row).padStart(8, '0')}`;

/** Creates the accounts 0 to `count` - 1; their latest version is `ROWS_PER_ACCOUNT`. */
export async function fillAccounts(sql: Sql, count: number): Promise<void> {
  await seedAccounts(sql, 0, count);
  await sql.begin(async (tx) => {
    // Skips the triggers, which would assign a version to each row, and the lookups of foreign keys.
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.lists (id, user_id) select id, id from auth.users`;
    await tx`insert into public.list_members (list_id, user_id, role, version) select id, id, 'owner', 1 from auth.users`;
    await tx`insert into public.sync_state (list_id, version) select id, ${ROWS_PER_ACCOUNT} from auth.users`;
    await tx`insert into public.user_profiles (id, username) select id, email from auth.users`;
    for (let visit = 0; visit < VISITS; visit += 1) {
      await tx`insert into public.grocery_items (id, user_id, list_id, name, category, checked, version, device_id, device_seq)
        select ${1_700_000_000_000 + visit} || '-' || lpad(n::text, 8, '0') || lpad(k::text, 8, '0'),
            account, account, 'Thing number ' || k,
            '1700000000000-' || lpad(n::text, 16, '0'), k % 2 = 0, v, 'device-' || n, v
          from generate_series(0, ${count - 1}::int) n,
            generate_series(0, ${ROWS_PER_VISIT - 1}::int) k,
            lateral (select ${visit * ROWS_PER_VISIT + 1}::bigint + k as v,
              ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as account) derived
          order by n, k`;
    }
  });
  // Autovacuum would have run in the meantime; without this it would run during the measurement.
  await sql`vacuum (analyze) public.grocery_items, public.lists, public.list_members, public.sync_state, public.user_profiles, auth.users, auth.sessions`;
  await sql`checkpoint`;
}
