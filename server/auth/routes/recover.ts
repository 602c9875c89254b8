/** POST /recover: mails a link to whoever forgot a password. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/captcha/require-captcha.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import type { LinkWish } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitMail } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import type { Result } from '#server/result.ts';

const bodySchema = v.object({
  email: optionalText,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** Whether the address has an account is looked up only after the answer. */
export async function recover(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
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
  const due = await limitMail(auth, 'recovery', email);
  if (!due.ok) return due;
  const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
  auth.defer(() => sendRecovery(auth, { email, type: 'recovery', challenge: challenge.value, redirectTo }));
  return { ok: true, value: c.json({}) };
}

async function sendRecovery(auth: AuthBase, wish: Omit<LinkWish, 'userId'>): Promise<void> {
  const user = await findUserByEmail(auth.sql, wish.email);
  if (user === undefined) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { recoverySentAt: now, now });
  await sendLink(auth, { ...wish, userId: user.id });
}
