/** DELETE /factors/{id}: removes a second factor. Removing a verified one requires aal2. */
import type { Context } from 'hono';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { downgradeSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { lockFactor, readFactorRequest, toFactorEvent } from '#server/auth/factors/factor-request.ts';
import type { FactorRequest } from '#server/auth/factors/factor-request.ts';
import { deleteRecoveryCodes } from '#server/auth/factors/recovery-codes/recovery-codes.ts';
import { deleteFactor, amrMethods, hasVerifiedFactor } from '#server/auth/factors/factors.ts';
import type { Factor } from '#server/auth/factors/factors.ts';
import { isAal2 } from '#server/auth/factors/require-assurance.ts';

export async function unenrollFactor(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const request = await readFactorRequest(auth, c, ['factorByAccount']);
  if (!request.ok) return request;
  const removed = await auth.sql.begin((tx) => removeOwnFactor(auth, tx, request.value));
  if (!removed.ok) return removed;
  const { id, type, isVerified } = removed.value;
  if (isVerified) emailSecurityEvent(auth, request.value.user, toFactorEvent(type, 'removed'));
  return { ok: true, value: c.json({ id }) };
}

async function removeOwnFactor(
  { now }: AuthContext,
  tx: TransactionSql,
  request: FactorRequest,
): Promise<Result<Factor, AuthFailure>> {
  const locked = await lockFactor(tx, request);
  if (!locked.ok) return locked;
  const { factor, session } = locked.value;
  if (factor.isVerified && !isAal2(session.aal)) return fail('unenroll-needs-aal2');
  await removeFactor(tx, session.userId, factor);
  const origin = { userId: session.userId, client: request.client, now: now() };
  if (factor.isVerified) await recordSecurityEvent(tx, origin, toFactorEvent(factor.type, 'removed'));
  return { ok: true, value: factor };
}

/**
 * Deletes a factor and downgrades the sessions that it had elevated. With the last verified factor, the recovery codes
 * are deleted too.
 */
export async function removeFactor(tx: TransactionSql, userId: string, { id, type }: Factor): Promise<void> {
  await deleteFactor(tx, id);
  await downgradeSessions(tx, { factorId: id, method: amrMethods[type] });
  if (!(await hasVerifiedFactor(tx, userId))) await deleteRecoveryCodes(tx, userId);
}
