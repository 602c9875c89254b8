/** Signs up with an address that has to be confirmed by an emailed link. */
import type { Context } from 'hono';
import type { Metadata } from '#server/auth/accounts/metadata.ts';
import { lockFullUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { createDecoyUser, userToJson } from '#server/auth/accounts/user-json.ts';
import { createUser, findUserByEmail } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { chooseRedirect } from '#server/auth/links/redirects/allowed-redirect.ts';
import type { SignUp } from '#server/auth/links/one-time-tokens.ts';
import type { Challenge } from '#server/auth/links/pkce/pkce.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { countEmail, limitEmail } from '#server/auth/requests/limits.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { requireInvitation } from './require-invitation.ts';

export type SignUpRequest = {
  readonly email: string;
  readonly password: string;
  readonly userMetadata: Metadata;
  /** The secret of an invitation to a list; '' for none. */
  readonly invitation: string;
  readonly challenge: Challenge | null;
};

/**
 * Several people can sign up with one address before its owner confirms it. Each link carries the password and metadata
 * of the sign-up that sent it, so an attacker's password becomes valid only through the attacker's link, which the attacker
 * never receives.
 * The work, the response and its duration are the same whether the address has an account or not, and the response
 * contains no real id.
 */
export async function signUpByEmail(
  auth: AuthContext,
  c: Context,
  request: SignUpRequest,
): Promise<Result<Response, AuthFailure>> {
  const { email, userMetadata, challenge } = request;
  const limited = await limitEmail(auth, 'signup', email);
  if (!limited.ok) return limited;
  const knownHash = await findKnownHash(auth, request);
  const signUp = { passwordHash: await auth.passwords.hash(request.password), userMetadata };
  const now = auth.now();
  const saved = await auth.sql.begin(async (tx) => {
    const admitted = await requireInvitation(tx, auth.settings, request.invitation);
    return admitted.ok ? ok(await savePendingUser(tx, { email, signUp, knownHash, now })) : admitted;
  });
  if (!saved.ok) return saved;
  const userId = saved.value;
  if (userId !== undefined) {
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    const link = { userId, email, type: 'signup', challenge, signUp, redirectTo } as const;
    // Counted only when an email is sent, so that the response is the same for addresses with an account.
    auth.defer(async () => {
      if ((await countEmail(auth, false)).ok) await sendLink(auth, link);
    });
  }
  return { ok: true, value: c.json(userToJson(createDecoyUser({ email, userMetadata, now }))) };
}

/** Returns the password hash of a pending account if the password matches it: then the same person signs up again. */
async function findKnownHash(auth: AuthContext, { email, password }: SignUpRequest): Promise<string | null> {
  const pending = await findUserByEmail(auth.sql, email);
  const hash = pending?.emailConfirmedAt === null ? pending.passwordHash : null;
  const { matches } = await auth.passwords.check(password, hash);
  return matches ? hash : null;
}

type PendingSignUp = {
  readonly email: string;
  readonly signUp: SignUp;
  readonly knownHash: string | null;
  readonly now: Date;
};

/**
 * Creates or updates the pending user of an address. The account keeps a password and metadata only while all sign-ups
 * come from the same person. After that, only the emailed links carry them.
 * @returns the id, or undefined if the address is already confirmed
 */
async function savePendingUser(
  tx: TransactionSql,
  { email, signUp, knownHash, now }: PendingSignUp,
): Promise<string | undefined> {
  const created = await createUser(tx, { email, ...signUp, isConfirmed: false, now });
  if (created !== undefined) {
    await updateUser(tx, created, { confirmationSentAt: now, now });
    return created;
  }
  const pending = await lockPendingUser(tx, email);
  if (pending === undefined) return undefined;
  const isSame = knownHash !== null && pending.passwordHash === knownHash;
  const kept = isSame ? { userMetadata: signUp.userMetadata } : { passwordHash: null, userMetadata: {} };
  await updateUser(tx, pending.id, { ...kept, confirmationSentAt: now, now });
  return pending.id;
}

/** Locks and returns the pending user of an address. */
async function lockPendingUser(tx: TransactionSql, email: string): Promise<User | undefined> {
  const present = await findUserByEmail(tx, email);
  const user = present && (await lockFullUser(tx, present.id));
  return user?.email === email && user.emailConfirmedAt === null ? user : undefined;
}
