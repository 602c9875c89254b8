/** Creates a list with two members, directly in the database. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

/**
 * @param owner the account that gets the list
 * @param member the account that joins it
 * @returns the list's id
 */
export async function shareList(sql: Sql, owner: string, member: string): Promise<string> {
  const listId = randomUUID();
  await sql`insert into public.lists (id, user_id, name) values (${listId}, ${owner}, 'Bench')`;
  await sql`insert into public.list_members (list_id, user_id) values (${listId}, ${member})`;
  return listId;
}
