/** DELETE /factors/{id}: a second step is taken away, by who has shown one. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { tellOfFactor } from '#server/auth/changes/tell-of-change.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { lowerSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { holdFactor, readFactorRequest } from './factor-request.ts';
import type { FactorRequest } from './factor-request.ts';
import { deleteFactor, proofOf } from './factors.ts';
import type { Factor } from './factors.ts';
import { isFullyAssured } from './require-full-assurance.ts';

export async function unenrolFactor(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const request = await readFactorRequest(auth, c, ['factorByAccount']);
  if (!request.ok) return request;
  const removed = await auth.sql.begin((tx) => removeOwn(tx, request.value));
  if (!removed.ok) return removed;
  const { id, type, isVerified } = removed.value;
  if (isVerified) tellOfFactor(auth, request.value.user, { type, became: 'removed' });
  return { ok: true, value: c.json({ id }) };
}

async function removeOwn(tx: TransactionSql, request: FactorRequest): Promise<Result<Factor, AuthFailure>> {
  const held = await holdFactor(tx, request);
  if (!held.ok) return held;
  const { factor, session } = held.value;
  if (factor.isVerified && !isFullyAssured(session.aal)) return fail('unenrol-needs-aal2');
  await removeFactor(tx, factor);
  return { ok: true, value: factor };
}

/** Sessions that the factor had lifted fall back, so that nobody keeps a level that nothing proves any more. */
export async function removeFactor(tx: TransactionSql, { id, type }: Factor): Promise<void> {
  await deleteFactor(tx, id);
  await lowerSessions(tx, { factorId: id, method: proofOf[type] });
}
