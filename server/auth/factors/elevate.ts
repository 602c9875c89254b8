/** Elevates a session to aal2 after a second step. */
import { restartTokenChain } from '#server/auth/sessions/refresh-tokens.ts';
import { elevateSession, endAal1Sessions } from '#server/auth/sessions/sessions.ts';
import type { SecondStep, Session } from '#server/auth/sessions/sessions.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';

/**
 * Elevates this session, and ends the user's aal1 sessions and the session's earlier tokens, which an attacker with the
 * password could have.
 */
export async function elevate(tx: TransactionSql, session: Session, step: SecondStep): Promise<OpenSession> {
  const elevated = await elevateSession(tx, session, step);
  await endAal1Sessions(tx, session.userId);
  return { session: elevated, refreshToken: await restartTokenChain(tx, session.id, step.now) };
}
