/** POST /recover: emails a recovery link to users who forgot their password. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { countEmail } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import { requestLink } from './request-link.ts';
import type { RequestedLink } from './request-link.ts';
import { sendLink } from './send-link.ts';

export function recover(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  return requestLink(auth, c, () => ({ ok: true, value: { limit: 'recovery', send: sendRecovery } }));
}

async function sendRecovery(auth: AuthContext, request: RequestedLink): Promise<void> {
  const user = await findUserByEmail(auth.sql, request.email);
  if (user === undefined || !(await countEmail(auth, user.emailConfirmedAt !== null)).ok) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { recoverySentAt: now, now });
  await sendLink(auth, { ...request, userId: user.id, type: 'recovery' });
}
