/** Fills a database with many accounts of many rows, past the triggers: as it stands after years, in minutes. */
import type { Sql } from 'postgres';
import { seedAccounts } from './seeded.ts';

/** An account's rows came in so many visits of so many rows each, and those of all accounts by turns. */
const VISITS = 20;
const ROWS_OF_A_VISIT = 25;
export const ROWS_OF_EACH = VISITS * ROWS_OF_A_VISIT;

/** As the app's: the time, and some chance. The numbers of account, visit and row make it. */
export const seededItem = (account: number, visit: number, row: number): string =>
  `${1_700_000_000_000 + visit}-${String(account).padStart(8, '0')}${String(row).padStart(8, '0')}`;

/** Accounts with the numbers below `count`; their latest version is `ROWS_OF_EACH`. */
export async function fillAccounts(sql: Sql, count: number): Promise<void> {
  await seedAccounts(sql, 0, count);
  await sql.begin(async (tx) => {
    // Triggers would stamp each row, and foreign keys look each one up.
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.sync_state (user_id, version) select id, ${ROWS_OF_EACH} from auth.users`;
    await tx`insert into public.user_profiles (id, username) select id, email from auth.users`;
    for (let visit = 0; visit < VISITS; visit += 1) {
      await tx`insert into public.grocery_items (id, user_id, name, category, checked, version, device_id, device_seq)
        select ${1_700_000_000_000 + visit} || '-' || lpad(n::text, 8, '0') || lpad(k::text, 8, '0'),
            ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Thing number ' || k,
            '1700000000000-' || lpad(n::text, 16, '0'), k % 2 = 0, v, 'device-' || n, v
          from generate_series(0, ${count - 1}::int) n,
            generate_series(0, ${ROWS_OF_A_VISIT - 1}::int) k,
            lateral (select ${visit * ROWS_OF_A_VISIT + 1}::bigint + k as v)
          order by n, k`;
    }
  });
  // As it would have happened meanwhile, and not in the middle of what is measured.
  await sql`vacuum (analyze) public.grocery_items, public.sync_state, public.user_profiles, auth.users, auth.sessions`;
  await sql`checkpoint`;
}
