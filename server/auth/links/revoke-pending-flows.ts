/** Revokes everything pending that could open a session or change the account without the password. */
import type { ISql } from 'postgres';
import { deleteFlowStates } from '#server/auth/links/pkce/flow-states.ts';
import { deleteLinkTokens } from './one-time-tokens.ts';

/** Deletes emailed links, authorization codes, emailed codes and a pending change of address. */
export async function revokePendingFlows(sql: ISql, userId: string): Promise<void> {
  await deleteLinkTokens(sql, userId);
  await deleteFlowStates(sql, userId);
  await sql`delete from auth.reauthentications where user_id = ${userId}`;
  await sql`update auth.users set email_change = null, email_change_confirm_status = 0 where id = ${userId}`;
}
