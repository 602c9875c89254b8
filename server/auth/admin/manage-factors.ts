/** Lists and removes users' second factors for operators, for example after a lost phone. */
import type { Context } from 'hono';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { factorToJson } from '#server/auth/accounts/user-json.ts';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { findFactor } from '#server/auth/factors/factors.ts';
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
  const isRemoved = await auth.sql.begin(async (tx) => {
    await lockUser(tx, user.value.id);
    const factor = await findFactor(tx, user.value.id, factorId);
    if (factor !== undefined) await removeFactor(tx, user.value.id, factor);
    return factor !== undefined;
  });
  return isRemoved && removed !== undefined
    ? { ok: true, value: c.json(factorToJson(removed)) }
    : fail('factor-not-found');
}
