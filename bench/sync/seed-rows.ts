/** Inserts rows into a list on both sides, directly into the database. */
import type { Sql } from 'postgres';

/** @param list its id, which is also the name of the reference's room; the personal list has the account's id */
export async function seedRows(sql: Sql, list: string, count: number): Promise<void> {
  const prefix = `${Date.now()}-${list.slice(0, 8)}`;
  const category = `bench-${list}`;
  await sql`insert into public.categories (id, list_id, name) values (${category}, ${list}, 'Bench')`;
  await sql`insert into public.grocery_items (id, list_id, name, category)
    select ${prefix} || lpad(n::text, 8, '0'), ${list}, 'Thing number ' || n, ${category}
      from generate_series(1, ${count}::int) n`;
  await sql`insert into reference_rows (id, room, name, category, checked, deleted)
    select ${prefix} || lpad(n::text, 8, '0'), ${list}, 'Thing number ' || n, ${category}, false, false
      from generate_series(1, ${count}::int) n`;
}
