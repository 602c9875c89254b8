/** POST /token?grant_type=password: signs in with an email address and a password. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { findWeakness } from '#server/auth/accounts/password-policy.ts';
import { lockFullUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitPassword, resetPasswordLimit } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { requireCaptcha, securitySchema } from '#server/auth/requests/require-captcha.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { openSession, toSessionJson } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import { choosePasswordSubject } from '#server/auth/sessions/trusted-network.ts';
import type { Result } from '#server/result.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  gotrue_meta_security: securitySchema,
});

/** An unknown address takes the same time as a wrong password and gets the same response. */
export async function grantByPassword(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const credentials = await readCredentials(auth, c);
  if (!credentials.ok) return credentials;
  const client = readClient(auth, c);
  const user = await checkPassword(auth, credentials.value, client);
  if (!user.ok) return user;
  const opened = await openSessionByPassword(auth, user.value, client);
  if (!opened.ok) return opened;
  const session = await toSessionJson(auth, opened.value);
  if (session === undefined) return fail('invalid-credentials');
  const weakness = await findWeakness(auth, credentials.value.password);
  return { ok: true, value: c.json({ ...session, ...(weakness && { weak_password: weakness }) }) };
}

type Credentials = { readonly email: string; readonly password: string };

async function readCredentials(auth: AuthContext, c: Context): Promise<Result<Credentials, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'passwordByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const { email, phone, password } = body.value;
  if (email === '') return fail(phone === '' ? 'invalid-credentials' : 'phone-logins-disabled');
  // An invalid address gets the same response and counts like an address without an account.
  return { ok: true, value: { email: parseEmailAddress(email) ?? '', password } };
}

type Checked = {
  readonly userId: string;
  /** The hash that the password matched. */
  readonly passwordHash: string | null;
  /** The hash that replaces it, if the old one is outdated. */
  readonly newHash: string | undefined;
};

/** Verifies the password and returns its user. */
async function checkPassword(
  auth: AuthContext,
  { email, password }: Credentials,
  { ip }: SessionClient,
): Promise<Result<Checked, AuthFailure>> {
  const subject = await choosePasswordSubject(auth.sql, email, ip);
  const limited = await limitPassword(auth, subject);
  if (!limited.ok) return limited;
  const user = await findUserByEmail(auth.sql, email);
  const { matches, outdated } = await auth.passwords.check(password, user?.passwordHash ?? null);
  if (user === undefined || !matches) return fail('invalid-credentials');
  await resetPasswordLimit(auth, subject);
  const newHash = outdated ? await auth.passwords.hash(password) : undefined;
  return { ok: true, value: { userId: user.id, passwordHash: user.passwordHash, newHash } };
}

/** Opens the session. Only a correct password reveals that an account is unconfirmed or banned. */
async function openSessionByPassword(
  auth: AuthContext,
  { userId, passwordHash, newHash }: Checked,
  client: SessionClient,
): Promise<Result<OpenSession, AuthFailure>> {
  return auth.sql.begin(async (tx): Promise<Result<OpenSession, AuthFailure>> => {
    // Read again under the lock: the user may have changed and the sessions may have ended during the password check.
    const user = await lockFullUser(tx, userId);
    if (user === undefined || user.passwordHash !== passwordHash) return fail('invalid-credentials');
    const now = auth.now();
    if (user.emailConfirmedAt === null) return fail('email-not-confirmed');
    if (isBanned(user, now)) return fail('user-banned');
    if (newHash !== undefined) await updateUser(tx, userId, { passwordHash: newHash, now });
    return { ok: true, value: await openSession(tx, { userId, method: 'password', client, now }) };
  });
}
