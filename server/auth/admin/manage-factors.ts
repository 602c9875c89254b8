/** Lists and removes users' second factors for operators, for example after a lost phone. */
import type { Context } from 'hono';
import { emailSecurityEvent, OPERATOR, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { factorToJson } from '#server/auth/accounts/user-json.ts';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { findFactor } from '#server/auth/factors/factors.ts';
import type { Factor } from '#server/auth/factors/factors.ts';
import { removeFactor } from '#server/auth/factors/enrollment/unenroll-factor.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { findUserForAdmin } from '#server/auth/sessions/authenticate.ts';
import type { Result } from '#server/result.ts';

export async function adminListFactors(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const user = await findUserForAdmin(auth, c);
  return user.ok ? { ok: true, value: c.json(user.value.factors.map(factorToJson)) } : user;
}

/** Removes a factor and responds with it, like GoTrue. */
export async function adminDeleteFactor(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const user = await findUserForAdmin(auth, c);
  if (!user.ok) return user;
  const factorId = c.req.param('factorId');
  if (!isUuid(factorId)) return fail('factor-id-malformed');
  const removed = user.value.factors.find(({ id }) => id === factorId.toLowerCase());
  const origin = { userId: user.value.id, client: OPERATOR, now: auth.now() };
  const factor = await auth.sql.begin(async (tx) => {
    await lockUser(tx, user.value.id);
    const found = await findFactor(tx, user.value.id, factorId);
    if (found === undefined) return undefined;
    await removeFactor(tx, user.value.id, found);
    if (found.isVerified) await recordSecurityEvent(tx, origin, toEvent(found));
    return found;
  });
  if (factor === undefined || removed === undefined) return fail('factor-not-found');
  if (factor.isVerified) emailSecurityEvent(auth, user.value, toEvent(factor));
  return { ok: true, value: c.json(factorToJson(removed)) };
}

const toEvent = ({ type }: Factor): SecurityEvent => ({
  kind: type === 'totp' ? 'operator-app-removed' : 'operator-phone-removed',
});
