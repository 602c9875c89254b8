/** Makes whatever could still open a session without the password useless: links in mails, and codes. */
import type { ISql } from 'postgres';
import { deleteFlowStates } from './flow-states.ts';
import { deleteLinkTokens } from './one-time-tokens.ts';

export async function revokeProofs(sql: ISql, userId: string): Promise<void> {
  await deleteLinkTokens(sql, userId, 'recovery');
  await deleteLinkTokens(sql, userId, 'signup');
  await deleteFlowStates(sql, userId);
}
