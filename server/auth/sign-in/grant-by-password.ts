/** POST /token?grant_type=password: signs in with an email address and a password. */
import * as v from 'valibot';
import { findWeakness } from '#server/auth/accounts/password-policy.ts';
import { findUserByEmail, lockUser, parseEmailAddress, updateUser } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { choosePasswordSubject, limitPassword, resetPasswordLimit } from '#server/auth/requests/limits.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody, anyone, ifPasswords, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import { openSession, toSessionJson, type OpenSession } from '#server/auth/sessions/open-session.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
});

/** An unknown address takes the same time as a wrong password and gets the same response. */
export const grantByPassword = defineRoute({
  method: 'POST',
  path: '/token',
  grantType: 'password',
  offered: ifPasswords,
  limit: 'passwordByAddress',
  caller: anyone,
  body: jsonBody(bodySchema),
  captcha: true,
  async *work(auth, { c, client, body: { email, phone, password } }) {
    if (email === '') return yield* fail(phone === '' ? 'invalid-credentials' : 'phone-logins-disabled');
    // An invalid address gets the same response and counts like an address without an account.
    const user = yield* checkPassword(auth, { email: parseEmailAddress(email) ?? '', password }, client);
    const opened = yield* openSessionByPassword(auth, user, client);
    const session = await toSessionJson(auth, opened);
    if (session === undefined) return yield* fail('invalid-credentials');
    const weakness = await findWeakness(auth, password);
    return c.json({ ...session, ...(weakness && { weak_password: weakness }) });
  },
});

type Credentials = { readonly email: string; readonly password: string };

type Checked = {
  readonly userId: string;
  /** The hash that the password matched. */
  readonly passwordHash: string | null;
  /** The hash that replaces it, if the old one is outdated. */
  readonly newHash: string | undefined;
};

/** Verifies the password and returns its user. */
async function* checkPassword(
  auth: AuthContext,
  { email, password }: Credentials,
  { ip }: SessionClient,
): Steps<Checked> {
  const subject = await choosePasswordSubject(auth.sql, email, ip);
  yield* limitPassword(auth, subject);
  const user = await findUserByEmail(auth.sql, email);
  const { matches, outdated } = await auth.passwords.check(password, user?.passwordHash ?? null);
  if (user === undefined || !matches) return yield* fail('invalid-credentials');
  await resetPasswordLimit(auth, subject);
  const newHash = outdated ? await auth.passwords.hash(password) : undefined;
  return { userId: user.id, passwordHash: user.passwordHash, newHash };
}

/** Opens the session. Only a correct password reveals that an account is unconfirmed or banned. */
async function* openSessionByPassword(
  auth: AuthContext,
  { userId, passwordHash, newHash }: Checked,
  client: SessionClient,
): Steps<OpenSession> {
  return yield* inTransaction(auth.sql, async function* (tx): Steps<OpenSession> {
    // Read again under the lock: the user may have changed and the sessions may have ended during the password check.
    const user = await lockUser(tx, userId);
    if (user === undefined || user.passwordHash !== passwordHash) return yield* fail('invalid-credentials');
    const now = auth.now();
    if (user.emailConfirmedAt === null) return yield* fail('email-not-confirmed');
    if (isBanned(user, now)) return yield* fail('user-banned');
    if (newHash !== undefined) await updateUser(tx, userId, { passwordHash: newHash, now });
    return await openSession(tx, { userId, method: 'password', client, now });
  });
}
