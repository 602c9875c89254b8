/** POST /recover: emails a recovery link to users who forgot their password. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/requests/require-captcha.ts';
import { parseChallenge } from './pkce.ts';
import { chooseRedirect } from './allowed-redirect.ts';
import { sendLink } from './send-link.ts';
import type { LinkRequest } from './send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitEmail } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import type { Result } from '#server/result.ts';

const bodySchema = v.object({
  email: optionalText,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** The account is looked up after the response, so that the response reveals nothing. */
export async function recover(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'recoverByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const email = parseEmailAddress(body.value.email);
  if (email === undefined) return fail('invalid-email');
  const challenge = parseChallenge(body.value.code_challenge, body.value.code_challenge_method);
  if (!challenge.ok) return challenge;
  const due = await limitEmail(auth, 'recovery', email);
  if (!due.ok) return due;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  auth.defer(() => sendRecovery(auth, { email, type: 'recovery', challenge: challenge.value, redirectTo }));
  return { ok: true, value: c.json({}) };
}

async function sendRecovery(auth: AuthContext, request: Omit<LinkRequest, 'userId'>): Promise<void> {
  const user = await findUserByEmail(auth.sql, request.email);
  if (user === undefined) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { recoverySentAt: now, now });
  await sendLink(auth, { ...request, userId: user.id });
}
