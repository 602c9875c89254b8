/** Inserts rows into an account on both sides, directly into the database. */
import type { Sql } from 'postgres';

/** @param owner the account's id, which is also the name of the reference's room */
export async function seedRows(sql: Sql, owner: string, count: number): Promise<void> {
  const prefix = `${Date.now()}-${owner.slice(0, 8)}`;
  const category = `bench-${owner}`;
  await sql`insert into public.categories (id, user_id, name) values (${category}, ${owner}, 'Bench')`;
  await sql`insert into public.grocery_items (id, user_id, name, category)
    select ${prefix} || lpad(n::text, 8, '0'), ${owner}, 'Thing number ' || n, ${category}
      from generate_series(1, ${count}::int) n`;
  await sql`insert into reference_rows (id, room, name, category, checked, deleted)
    select ${prefix} || lpad(n::text, 8, '0'), ${owner}, 'Thing number ' || n, ${category}, false, false
      from generate_series(1, ${count}::int) n`;
}
