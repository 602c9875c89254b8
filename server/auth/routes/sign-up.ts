/** POST /signup: a new account, confirmed at once or by a link in a mail. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { createUser } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/captcha/require-captcha.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import { checkNewPassword } from '#server/auth/passwords/password-rules.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalRecord, optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { Result } from '#server/result.ts';
import { answerSession } from './answer-session.ts';
import { signUpByMail } from './sign-up-by-mail.ts';
import type { SignUpWish } from './sign-up-by-mail.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalRecord,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export async function signUp(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  if (!auth.settings.signupEnabled) return fail('signup-disabled');
  const limited = await limitAddress(auth, c, 'signUpByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const wish = parseWish(auth, body.value);
  if (!wish.ok) return wish;
  return auth.settings.autoconfirm ? signUpAtOnce(auth, c, wish.value) : signUpByMail(auth, c, wish.value);
}

function parseWish({ settings }: AuthBase, body: v.InferOutput<typeof bodySchema>): Result<SignUpWish, AuthFailure> {
  const named = checkNamed(body);
  if (!named.ok) return named;
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  if (!challenge.ok) return challenge;
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  const accepted = checkNewPassword(body.password, settings.minPasswordLength);
  if (!accepted.ok) return accepted;
  const userMetadata = mergeMetadata({}, body.data);
  if (!userMetadata.ok) return userMetadata;
  const { password } = body;
  return { ok: true, value: { email, password, userMetadata: userMetadata.value, challenge: challenge.value } };
}

function checkNamed({ email, phone, password }: v.InferOutput<typeof bodySchema>): Result<null, AuthFailure> {
  if (email === '') return fail(phone === '' ? 'anonymous-disabled' : 'phone-signups-disabled');
  return password === '' ? fail('no-password') : { ok: true, value: null };
}

/**
 * An address that has an account is refused, also where nobody has confirmed it: an operator may have prepared it for
 * somebody, who gets in by a mail.
 */
async function signUpAtOnce(auth: AuthBase, c: Context, wish: SignUpWish): Promise<Result<Response, AuthFailure>> {
  const { email, password, userMetadata } = wish;
  const passwordHash = await auth.passwords.hash(password);
  const now = auth.now();
  const client = readClient(auth, c);
  const opened = await auth.sql.begin(async (tx): Promise<OpenSession | undefined> => {
    const userId = await createUser(tx, { email, passwordHash, userMetadata, isConfirmed: true, now });
    return userId === undefined ? undefined : openSession(tx, { userId, method: 'password', client, now });
  });
  return opened === undefined ? fail('user-exists') : answerSession(auth, c, opened);
}
