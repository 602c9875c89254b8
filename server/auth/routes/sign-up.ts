/** POST /signup: a new account, confirmed at once or by a link in a mail. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { lockUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { inventUser, userToJson } from '#server/auth/accounts/user-json.ts';
import { createUser, findUserByEmail, findUserById } from '#server/auth/accounts/users.ts';
import { requireCaptcha, securitySchema } from '#server/auth/captcha/require-captcha.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { checkNewPassword } from '#server/auth/passwords/password-rules.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitMail } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalRecord, optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import { endAllSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { answerSession } from './answer-session.ts';

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

type Wish = {
  readonly email: string;
  readonly password: string;
  readonly userMetadata: Metadata;
  readonly challenge: Challenge | null;
};

function parseWish({ settings }: AuthBase, body: v.InferOutput<typeof bodySchema>): Result<Wish, AuthFailure> {
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

async function signUpAtOnce(auth: AuthBase, c: Context, wish: Wish): Promise<Result<Response, AuthFailure>> {
  const passwordHash = await auth.passwords.hash(wish.password);
  const now = auth.now();
  const client = readClient(auth, c);
  const opened = await auth.sql.begin(async (tx): Promise<OpenSession | undefined> => {
    const userId = await keepUnconfirmed(tx, { ...wish, passwordHash, now });
    if (userId === undefined) return undefined;
    await updateUser(tx, userId, { confirmedAt: now, now });
    return openSession(tx, { userId, method: 'password', client, now });
  });
  return opened === undefined ? fail('user-exists') : answerSession(auth, c, opened);
}

/** Whether the address has an account is not told: the work, the answer and its time are the same. */
async function signUpByMail(auth: AuthBase, c: Context, wish: Wish): Promise<Result<Response, AuthFailure>> {
  const { email, userMetadata, challenge } = wish;
  const limited = await limitMail(auth, 'signup', email);
  if (!limited.ok) return limited;
  const passwordHash = await auth.passwords.hash(wish.password);
  const now = auth.now();
  const userId = await auth.sql.begin(async (tx) => {
    const kept = await keepUnconfirmed(tx, { ...wish, passwordHash, now });
    if (kept !== undefined) await updateUser(tx, kept, { confirmationSentAt: now, now });
    return kept;
  });
  const user = userId === undefined ? undefined : await findUserById(auth.sql, userId);
  if (user !== undefined) {
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    auth.defer(() => sendLink(auth, { userId: user.id, email, type: 'signup', challenge, redirectTo }));
  }
  return { ok: true, value: c.json(userToJson(user ?? inventUser({ email, userMetadata, now }))) };
}

type Kept = Omit<Wish, 'password'> & { readonly passwordHash: string; readonly now: Date };

/**
 * Gives the id of a user with this address that waits for confirmation: a new one, or one that nobody has ever confirmed,
 * which then belongs to whoever signs up now. Gives undefined where somebody has confirmed the address.
 */
async function keepUnconfirmed(tx: TransactionSql, wish: Kept): Promise<string | undefined> {
  const { email, passwordHash, userMetadata, now } = wish;
  const made = await createUser(tx, { email, passwordHash, userMetadata, isConfirmed: false, now });
  if (made !== undefined) return made;
  const present = await findUserByEmail(tx, email);
  if (present === undefined) return undefined;
  const locked = await lockUser(tx, present.id);
  if (locked === undefined || locked.emailConfirmedAt !== null) return undefined;
  await updateUser(tx, present.id, { passwordHash, userMetadata, now });
  await endAllSessions(tx, present.id);
  return present.id;
}
