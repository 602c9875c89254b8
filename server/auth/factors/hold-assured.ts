/** Holds the session of somebody who is about to change by what one signs in. */
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { holdSession } from './factor-request.ts';
import type { SessionOf } from './factor-request.ts';
import { hasVerifiedFactor } from './factors.ts';
import { isFullyAssured } from './require-full-assurance.ts';

/**
 * Looks again at what was seen when the request began, which may be half a minute ago (a body that comes slowly) or ten
 * minutes (the way to a provider): the session may have ended or lost its level, or a second step may have come. From here
 * to the end of the transaction nobody changes it. Takes the name of the refusal for a session that lacks the second step.
 */
export async function holdAssured(
  tx: TransactionSql,
  signedIn: SessionOf,
  refusal: AuthFailure['type'],
): Promise<Result<Session, AuthFailure>> {
  const session = await holdSession(tx, signedIn);
  if (!session.ok || isFullyAssured(session.value.aal)) return session;
  return (await hasVerifiedFactor(tx, signedIn.user.id)) ? fail(refusal) : session;
}
