/** POST /signup: creates an account, confirmed at once or by an emailed link. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { ISql } from 'postgres';
import * as v from 'valibot';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import { createDecoyUser, userToJson } from '#server/auth/accounts/user-json.ts';
import {
  createUser,
  findUserByEmail,
  lockUser,
  mergeMetadata,
  parseEmailAddress,
  updateUser,
  type Metadata,
  type User,
} from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import type { SignUp } from '#server/auth/links/one-time-tokens.ts';
import { parseChallenge, type Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirects.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { countEmail, limitEmail } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody, anyone, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, runSteps, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { openSession, sendSession, type OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';

const bodySchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalRecord,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export const createAccount = defineRoute({
  method: 'POST',
  path: '/signup',
  offered: ({ signUp, passwords }) => {
    if (!passwords) return 'password-signups-disabled';
    return signUp === 'closed' ? 'signup-disabled' : null;
  },
  limit: 'signUpByAddress',
  caller: anyone,
  body: jsonBody(bodySchema),
  captcha: true,
  async *work(auth, { c, client, body }) {
    // Before everything that reveals whether an account exists, or counts an email to it.
    yield* requireInvitation(auth.sql, auth.settings, readInvitation(body.data));
    const request = yield* parseRequest(auth, body);
    return yield* auth.settings.autoconfirm
      ? signUpAtOnce(auth, c, { ...request, client })
      : signUpByEmail(auth, c, request);
  },
});

async function* parseRequest(auth: AuthContext, body: v.InferOutput<typeof bodySchema>): Steps<SignUpRequest> {
  yield* checkNamed(body);
  const challenge = yield* parseChallenge(body.code_challenge, body.code_challenge_method);
  const email = parseEmailAddress(body.email);
  if (email === undefined) return yield* fail('invalid-email');
  yield* checkNewPassword(auth, body.password);
  const userMetadata = yield* mergeMetadata({}, withoutInvitation(body.data));
  const invitation = readInvitation(body.data);
  const { password } = body;
  return { email, password, userMetadata, invitation, challenge };
}

function* checkNamed({ email, phone, password }: v.InferOutput<typeof bodySchema>): Checks<void> {
  if (email === '') return yield* fail(phone === '' ? 'anonymous-disabled' : 'phone-signups-disabled');
  if (password === '') yield* fail('no-password');
}

/**
 * Creates a confirmed account. Refuses an address that has an account even if it is unconfirmed: an operator may have
 * created it for its owner, who gets access by email.
 */
async function* signUpAtOnce(
  auth: AuthContext,
  c: Context,
  { email, password, userMetadata, invitation, client }: SignUpRequest & { readonly client: SessionClient },
): Steps<Response> {
  const passwordHash = await auth.passwords.hash(password);
  const now = auth.now();
  const opened = yield* inTransaction(auth.sql, async function* (tx): Steps<OpenSession> {
    yield* requireInvitation(tx, auth.settings, invitation);
    const userId = await createUser(tx, { email, passwordHash, userMetadata, isConfirmed: true, now });
    if (userId === undefined) return yield* fail('user-exists');
    return await openSession(tx, { userId, method: 'password', client, now });
  });
  return yield* sendSession(auth, c, opened);
}

type SignUpRequest = {
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
async function* signUpByEmail(auth: AuthContext, c: Context, request: SignUpRequest): Steps<Response> {
  const { email, userMetadata, challenge } = request;
  yield* limitEmail(auth, 'signup', email);
  const knownHash = await findKnownHash(auth, request);
  const signUp = { passwordHash: await auth.passwords.hash(request.password), userMetadata };
  const now = auth.now();
  const userId = yield* inTransaction(auth.sql, async function* (tx): Steps<string | undefined> {
    yield* requireInvitation(tx, auth.settings, request.invitation);
    return await savePendingUser(tx, { email, signUp, knownHash, now });
  });
  if (userId !== undefined) {
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    const link = { userId, email, type: 'signup', challenge, signUp, redirectTo } as const;
    // Counted only when an email is sent, so that the response is the same for addresses with an account.
    auth.defer(async () => {
      if ((await runSteps(countEmail(auth, false))).ok) await sendLink(auth, link);
    });
  }
  return c.json(userToJson(auth, createDecoyUser({ email, userMetadata, now })));
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
  const user = present && (await lockUser(tx, present.id));
  return user?.email === email && user.emailConfirmedAt === null ? user : undefined;
}

/** The field of `data` in which a client sends the secret: the official client has no other place for it. */
const FIELD = 'list_invitation';

/** @returns the secret in the data of a sign-up; '' for none */
function readInvitation({ [FIELD]: secret }: Metadata): string {
  return typeof secret === 'string' ? secret : '';
}

/** Removes the secret, because the data becomes metadata, which every access token contains. */
const withoutInvitation = (data: Metadata): Metadata => ({ ...data, [FIELD]: null });

/**
 * Checks that a new account may be created, if that needs an invitation. Which invitations can be used is as in
 * `find_invitation` (supabase/migrations/0006_lists.sql). In a transaction, the invitation stays valid until the end: it
 * cannot be revoked in between. It is not used up, because it is for joining the list. An invitation of a disabled owner is not valid.
 * @returns the same failure whether the secret is missing, unknown, revoked, used up or expired
 */
async function* requireInvitation(sql: ISql, { signUp }: Pick<AuthSettings, 'signUp'>, secret: string): Steps<void> {
  if (signUp !== 'invited') return;
  const found = await sql`
    select 1 from public.list_invitations i join public.lists l on l.id = i.list_id join auth.users u on u.id = l.user_id
     where i.secret_hash = ${createHash('sha256').update(secret).digest()}
       and not i.revoked and i.uses_left > 0 and i.expires_at > now()
       and (u.banned_until is null or u.banned_until <= now()) for share of i`;
  if (found.length === 0) yield* fail('invitation-needed');
}
