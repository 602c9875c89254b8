/** POST /signup: creates an account, confirmed at once or by an emailed link. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import { createUser } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { parseChallenge } from '#server/auth/links/pkce/pkce.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { requireCaptcha, securitySchema } from '#server/auth/requests/require-captcha.ts';
import { sendSession, openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import { ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { readInvitation, requireInvitation, withoutInvitation } from './require-invitation.ts';
import { signUpByEmail } from './sign-up-by-email.ts';
import type { SignUpRequest } from './sign-up-by-email.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalRecord,
  gotrue_meta_security: securitySchema,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export async function signUp(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  if (auth.settings.signUp === 'closed') return fail('signup-disabled');
  const limited = await limitAddress(auth, c, 'signUpByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  // Before everything that reveals whether an account exists, or counts an email to it.
  const admitted = await requireInvitation(auth.sql, auth.settings, readInvitation(body.value.data));
  if (!admitted.ok) return admitted;
  const request = await parseRequest(auth, body.value);
  if (!request.ok) return request;
  return auth.settings.autoconfirm ? signUpAtOnce(auth, c, request.value) : signUpByEmail(auth, c, request.value);
}

async function parseRequest(
  auth: AuthContext,
  body: v.InferOutput<typeof bodySchema>,
): Promise<Result<SignUpRequest, AuthFailure>> {
  const named = checkNamed(body);
  if (!named.ok) return named;
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method);
  if (!challenge.ok) return challenge;
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  const accepted = await checkNewPassword(auth, body.password);
  if (!accepted.ok) return accepted;
  const userMetadata = mergeMetadata({}, withoutInvitation(body.data));
  if (!userMetadata.ok) return userMetadata;
  const invitation = readInvitation(body.data);
  const { password } = body;
  return ok({ email, password, userMetadata: userMetadata.value, invitation, challenge: challenge.value });
}

function checkNamed({ email, phone, password }: v.InferOutput<typeof bodySchema>): Result<null, AuthFailure> {
  if (email === '') return fail(phone === '' ? 'anonymous-disabled' : 'phone-signups-disabled');
  return password === '' ? fail('no-password') : { ok: true, value: null };
}

/**
 * Creates a confirmed account. Refuses an address that has an account even if it is unconfirmed: an operator may have
 * created it for its owner, who gets access by email.
 */
async function signUpAtOnce(
  auth: AuthContext,
  c: Context,
  request: SignUpRequest,
): Promise<Result<Response, AuthFailure>> {
  const { email, password, userMetadata, invitation } = request;
  const passwordHash = await auth.passwords.hash(password);
  const now = auth.now();
  const client = readClient(auth, c);
  const opened = await auth.sql.begin(async (tx): Promise<Result<OpenSession, AuthFailure>> => {
    const admitted = await requireInvitation(tx, auth.settings, invitation);
    if (!admitted.ok) return admitted;
    const userId = await createUser(tx, { email, passwordHash, userMetadata, isConfirmed: true, now });
    return userId === undefined
      ? fail('user-exists')
      : ok(await openSession(tx, { userId, method: 'password', client, now }));
  });
  return opened.ok ? sendSession(auth, c, opened.value) : opened;
}
