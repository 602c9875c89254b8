/** Makes whatever could still open a session or change the account without the password useless. */
import type { ISql } from 'postgres';
import { deleteFlowStates } from './flow-states.ts';
import { deleteLinkTokens } from './one-time-tokens.ts';

/** Links in mails, the codes that they lead to, mailed codes, and a change of address that waits. */
export async function revokeProofs(sql: ISql, userId: string): Promise<void> {
  await deleteLinkTokens(sql, userId);
  await deleteFlowStates(sql, userId);
  await sql`delete from auth.reauthentications where user_id = ${userId}`;
  await sql`update auth.users set email_change = null, email_change_confirm_status = 0 where id = ${userId}`;
}
