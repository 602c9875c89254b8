/** A sign-up whose address is to be confirmed by a link in a mail. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { inventUser, userToJson } from '#server/auth/accounts/user-json.ts';
import { createUser, findUserByEmail, findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { SignUp } from '#server/auth/links/one-time-tokens.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { lockWholeUser } from '#server/auth/providers/provider-users.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitMail } from '#server/auth/requests/limits.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

export type SignUpWish = {
  readonly email: string;
  readonly password: string;
  readonly userMetadata: Metadata;
  readonly challenge: Challenge | null;
};

/**
 * Many may sign up with one address before its owner confirms it. The link of each brings what was chosen at that sign-up, so
 * a stranger's password becomes good only by the stranger's own link, which the stranger does not get.
 * Whether the address has an account is not told: the work, the answer and its time are the same.
 */
export async function signUpByMail(
  auth: AuthBase,
  c: Context,
  wish: SignUpWish,
): Promise<Result<Response, AuthFailure>> {
  const { email, userMetadata, challenge } = wish;
  const limited = await limitMail(auth, 'signup', email);
  if (!limited.ok) return limited;
  const knownHash = await findKnownHash(auth, wish);
  const signUp = { passwordHash: await auth.passwords.hash(wish.password), userMetadata };
  const now = auth.now();
  const userId = await auth.sql.begin((tx) => keepWaiting(tx, { email, signUp, knownHash, now }));
  const user = userId === undefined ? undefined : await findUserById(auth.sql, userId);
  if (user !== undefined) {
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    auth.defer(() => sendLink(auth, { userId: user.id, email, type: 'signup', challenge, signUp, redirectTo }));
  }
  const shown = user ?? inventUser({ email, userMetadata, now });
  return { ok: true, value: c.json(userToJson({ ...shown, userMetadata })) };
}

/** Gives the hash of an account that waits with this very password: then it is the same person once more. */
async function findKnownHash(auth: AuthBase, { email, password }: SignUpWish): Promise<string | null> {
  const waiting = await findUserByEmail(auth.sql, email);
  const hash = waiting?.emailConfirmedAt === null ? waiting.passwordHash : null;
  const { matches } = await auth.passwords.check(password, hash);
  return matches ? hash : null;
}

type Kept = {
  readonly email: string;
  readonly signUp: SignUp;
  readonly knownHash: string | null;
  readonly now: Date;
};

/**
 * Gives the id of a user with this address who waits for confirmation, or undefined where somebody has confirmed it. The
 * account keeps a password and words only as long as all of them are of one person: after that nobody knows whose they
 * would be but those whom the links reach.
 */
async function keepWaiting(tx: TransactionSql, { email, signUp, knownHash, now }: Kept): Promise<string | undefined> {
  const made = await createUser(tx, { email, ...signUp, isConfirmed: false, now });
  if (made !== undefined) {
    await updateUser(tx, made, { confirmationSentAt: now, now });
    return made;
  }
  const waiting = await lockWaiting(tx, email);
  if (waiting === undefined) return undefined;
  const isSame = knownHash !== null && waiting.passwordHash === knownHash;
  const kept = isSame ? { userMetadata: signUp.userMetadata } : { passwordHash: null, userMetadata: {} };
  await updateUser(tx, waiting.id, { ...kept, confirmationSentAt: now, now });
  return waiting.id;
}

/** Gives who has this address and waits for confirmation, under the lock. */
async function lockWaiting(tx: TransactionSql, email: string): Promise<User | undefined> {
  const present = await findUserByEmail(tx, email);
  const user = present && (await lockWholeUser(tx, present.id));
  return user?.email === email && user.emailConfirmedAt === null ? user : undefined;
}
