/** POST /token?grant_type=password: a session for an address and its password. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/captcha/require-captcha.ts';
import { lockWholeUser } from '#server/auth/providers/provider-users.ts';
import { readWeakness } from '#server/auth/passwords/password-rules.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/requests/authenticate.ts';
import { forgetSubject, limitAddress, limitSubject } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { chooseTrySubject } from '#server/auth/sessions/known-place.ts';
import { openSession, toSessionJson } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  gotrue_meta_security: securitySchema,
});

/** An unknown address costs the same work as a wrong password, and gets the same answer. */
export async function grantByPassword(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const shown = await readCredentials(auth, c);
  if (!shown.ok) return shown;
  const client = readClient(auth, c);
  const user = await checkPassword(auth, shown.value, client);
  if (!user.ok) return user;
  const opened = await openByPassword(auth, user.value, client);
  if (!opened.ok) return opened;
  const session = await toSessionJson(auth, opened.value);
  if (session === undefined) return fail('invalid-credentials');
  const weakness = readWeakness(shown.value.password, auth.settings.minPasswordLength);
  return { ok: true, value: c.json({ ...session, ...(weakness && { weak_password: weakness }) }) };
}

type Credentials = { readonly email: string; readonly password: string };

async function readCredentials(auth: AuthBase, c: Context): Promise<Result<Credentials, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'passwordByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const allowed = await requireCaptcha(auth, c, body.value.gotrue_meta_security);
  if (!allowed.ok) return allowed;
  const { email, phone, password } = body.value;
  if (email === '') return fail(phone === '' ? 'invalid-credentials' : 'phone-logins-disabled');
  // What is no address has no account, is told no more than that, and is counted as one.
  return { ok: true, value: { email: parseEmailAddress(email) ?? '', password } };
}

type Checked = {
  readonly userId: string;
  /** By which the password was found right. */
  readonly passwordHash: string | null;
  /** By which it is to be kept from now on. */
  readonly newHash: string | undefined;
};

/** Gives the user whose password this is. */
async function checkPassword(
  auth: AuthBase,
  { email, password }: Credentials,
  { ip }: SessionClient,
): Promise<Result<Checked, AuthFailure>> {
  const subject = await chooseTrySubject(auth.sql, email, ip);
  const limited = await limitSubject(auth, 'passwordByAccount', subject);
  if (!limited.ok) return limited;
  const user = await findUserByEmail(auth.sql, email);
  const { matches, outdated } = await auth.passwords.check(password, user?.passwordHash ?? null);
  if (user === undefined || !matches) return fail('invalid-credentials');
  await forgetSubject(auth, 'passwordByAccount', subject);
  const newHash = outdated ? await auth.passwords.hash(password) : undefined;
  return { ok: true, value: { userId: user.id, passwordHash: user.passwordHash, newHash } };
}

/** Only who has shown the password learns that the account waits for confirmation, or is banned. */
async function openByPassword(
  auth: AuthBase,
  { userId, passwordHash, newHash }: Checked,
  client: SessionClient,
): Promise<Result<OpenSession, AuthFailure>> {
  return auth.sql.begin(async (tx): Promise<Result<OpenSession, AuthFailure>> => {
    // Read under the lock: all of it may have changed, and all sessions ended, while the password was being checked.
    const user = await lockWholeUser(tx, userId);
    if (user === undefined || user.passwordHash !== passwordHash) return fail('invalid-credentials');
    const now = auth.now();
    if (user.emailConfirmedAt === null) return fail('email-not-confirmed');
    if (isBanned(user, now)) return fail('user-banned');
    if (newHash !== undefined) await updateUser(tx, userId, { passwordHash: newHash, now });
    return { ok: true, value: await openSession(tx, { userId, method: 'password', client, now }) };
  });
}
