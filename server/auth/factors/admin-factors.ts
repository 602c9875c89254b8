/** An operator sees a user's second steps, and takes away that of a lost phone. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { factorToJson } from '#server/auth/accounts/user-json.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { findNamedUser } from '#server/auth/routes/admin-users.ts';
import type { Result } from '#server/result.ts';
import { findFactor } from './factors.ts';
import { removeFactor } from './unenrol-factor.ts';

export async function listAnyFactors(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const user = await findNamedUser(auth, c);
  return user.ok ? { ok: true, value: c.json(user.value.factors.map(factorToJson)) } : user;
}

/** Gives the factor that was taken away, as GoTrue does. */
export async function deleteAnyFactor(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const user = await findNamedUser(auth, c);
  if (!user.ok) return user;
  const factorId = c.req.param('factorId');
  if (!isUuid(factorId)) return fail('factor-id-malformed');
  const shown = user.value.factors.find(({ id }) => id === factorId.toLowerCase());
  const isRemoved = await auth.sql.begin(async (tx) => {
    await lockUser(tx, user.value.id);
    const factor = await findFactor(tx, user.value.id, factorId);
    if (factor !== undefined) await removeFactor(tx, factor);
    return factor !== undefined;
  });
  return isRemoved && shown !== undefined ? { ok: true, value: c.json(factorToJson(shown)) } : fail('factor-not-found');
}
