/** GET and PUT /user: reads and changes the signed-in user's account. */
import * as v from 'valibot';
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { checkNewPassword } from '#server/auth/accounts/password-policy.ts';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import {
  findUserById,
  lockUser,
  mergeMetadata,
  parseEmailAddress,
  updateUser,
  type Metadata,
  type User,
} from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import {
  changingUser,
  isRecent,
  lockAssuredSession,
  lockUserSession,
  requireAssurance,
} from '#server/auth/factors/assurance.ts';
import { claimAccount, revokePendingFlows, cancelEmailChange } from '#server/auth/links/claim-account.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirects.ts';
import type { EmailedLink } from '#server/auth/links/send-link.ts';
import { limitPassword, resetPasswordLimit } from '#server/auth/requests/limits.ts';
import { optionalRecord, optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, noBody, jsonBody, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Checks, type Steps } from '#server/auth/requests/steps.ts';
import { signedInUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { checkAddress, emailAddressLinks, startEmailChange, type EmailChangeRequest } from './change-email.ts';
import { checkCode, redeemCode, type PresentedCode } from './reauthentication.ts';

export const showUser = defineRoute({
  method: 'GET',
  path: '/user',
  limit: 'otherByAddress',
  caller: signedInUser,
  body: noBody,
  async *work(auth, { c, caller }) {
    return c.json(userToJson(auth, caller.user));
  },
});

/** The body of PUT /user that auth-js sends. */
const changesSchema = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalRecord,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** Applies changes at once, except for the address, which has to be confirmed first (GoTrue, user.go). */
export const changeUser = defineRoute({
  method: 'PUT',
  path: '/user',
  limit: 'otherByAddress',
  caller: changingUser,
  body: jsonBody(changesSchema),
  async *work(auth, { c, client, caller, body }) {
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    const changes = yield* prepareChanges(auth, caller, { body, redirectTo });
    const links = yield* inTransaction(auth.sql, (tx) => applyChanges(auth, tx, { ...caller, changes, client }));
    emailAddressLinks(auth, links);
    if (changes.password !== null) emailSecurityEvent(auth, caller.user, { kind: 'password-changed' });
    const present = await findUserById(auth.sql, caller.user.id);
    return present === undefined ? yield* fail('unknown-user') : c.json(userToJson(auth, present));
  },
});

type ChangeRequest = { readonly body: v.InferOutput<typeof changesSchema>; readonly redirectTo: string };

type Changes = {
  readonly password: NewPassword | null;
  readonly address: EmailChangeRequest | null;
  /** Whether the request names the current address, which cancels a pending change. */
  readonly keepsAddress: boolean;
  readonly data: Metadata;
};

/**
 * Checks the changes. Nothing is written yet. Changing the address or password requires the second factor if there is one.
 * Expensive checks come last, and the
 * email limit comes at the very end.
 */
async function* prepareChanges(auth: AuthContext, signedIn: SignedIn, request: ChangeRequest): Steps<Changes> {
  const named = yield* parseAddress(signedIn, request);
  const { address } = named;
  const passwordChange = readPasswordChange(request);
  if (passwordChange !== null && !auth.settings.passwords) return yield* fail('password-logins-disabled');
  if (address !== null || passwordChange !== null) yield* requireAssurance(auth, signedIn);
  const password = passwordChange === null ? null : yield* preparePassword(auth, signedIn, passwordChange);
  if (address !== null) yield* prepareAddress(auth, signedIn, address);
  return { ...named, password, data: request.body.data };
}

/** Without a confirmation by the current address, an open session would be enough to take over the account. */
async function* prepareAddress(
  auth: AuthContext,
  { user, session }: SignedIn,
  address: EmailChangeRequest,
): Steps<void> {
  if (!auth.settings.confirmsBothAddresses && !isRecent(auth, session)) {
    yield* fail('reauthentication-needed', { message: 'Sign in again before you change your email address' });
  }
  yield* checkAddress(auth, user, address);
}

function readPasswordChange({ body }: ChangeRequest): PasswordChangeRequest | null {
  const { password, current_password: currentPassword, nonce } = body;
  return password === undefined || password === null ? null : { password, currentPassword, nonce };
}

function* parseAddress(
  { user }: SignedIn,
  { body, redirectTo }: ChangeRequest,
): Checks<Pick<Changes, 'address' | 'keepsAddress'>> {
  if (body.phone !== '') return yield* fail('validation-failed', { message: 'A phone number cannot be added' });
  const challenge = yield* parseChallenge(body.code_challenge, body.code_challenge_method);
  if (body.email === '') return { address: null, keepsAddress: false };
  const newEmail = parseEmailAddress(body.email);
  if (newEmail === undefined) return yield* fail('invalid-email');
  if (newEmail === user.email) return { address: null, keepsAddress: true };
  const address = { newEmail, challenge, redirectTo };
  return { address, keepsAddress: false };
}

type PasswordChangeRequest = {
  readonly password: string;
  /** Empty if it was not sent. */
  readonly currentPassword: string;
  /** The emailed code. Empty if none was sent. */
  readonly nonce: string;
};

type NewPassword = {
  readonly hash: string;
  /** Consumed together with the change. */
  readonly code: PresentedCode | null;
};

/**
 * Checks and hashes a new password. Fails if it is too weak or unchanged, and if the sign-in is too old to change it
 * without the current password or an emailed code. If the current password was sent it must be correct, even if it was
 * not needed.
 */
async function* preparePassword(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest,
): Steps<NewPassword> {
  yield* checkNewPassword(auth, request.password);
  const code = yield* checkProof(auth, signedIn, request);
  // Checked last: before the proof, the response would tell an attacker with a stolen session whether a guess is right.
  const { matches } = await auth.passwords.check(request.password, signedIn.user.passwordHash);
  if (matches) return yield* fail('same-password');
  return { hash: await auth.passwords.hash(request.password), code };
}

async function* checkProof(
  auth: AuthContext,
  signedIn: SignedIn,
  request: PasswordChangeRequest,
): Steps<PresentedCode | null> {
  if (request.currentPassword !== '') {
    yield* checkCurrent(auth, signedIn, request.currentPassword);
    return null;
  }
  if (isRecent(auth, signedIn.session)) return null;
  return yield* request.nonce === ''
    ? fail('reauthentication-needed')
    : checkCode(auth, signedIn.user.id, request.nonce);
}

/**
 * Wrong passwords are limited like in sign-ins, so that a stolen session is no faster way to guess. They are counted by
 * session, so that an attacker with a stolen one cannot lock out the owner.
 */
async function* checkCurrent(auth: AuthContext, { user, session }: SignedIn, password: string): Steps<void> {
  const subject = `session ${session.id}`;
  yield* limitPassword(auth, subject);
  if (!(await auth.passwords.check(password, user.passwordHash)).matches) yield* fail('invalid-credentials');
  await resetPasswordLimit(auth, subject);
}

type Wanted = SignedIn & { readonly changes: Changes; readonly client: SessionClient };

/**
 * Applies the changes, or fails before writing anything.
 * @returns the links to email after the commit
 */
async function* applyChanges(auth: AuthContext, tx: TransactionSql, wanted: Wanted): Steps<readonly EmailedLink[]> {
  const { changes } = wanted;
  const user = yield* lockUnchanged(tx, wanted);
  const userMetadata = yield* mergeMetadata(user.userMetadata, changes.data);
  const now = auth.now();
  yield* replacePassword(tx, { ...wanted, user }, now);
  await updateUser(tx, user.id, { userMetadata, now });
  if (changes.keepsAddress) await cancelEmailChange(tx, user.id, now);
  return changes.address === null ? [] : await startEmailChange(tx, auth, { owner: user, request: changes.address });
}

/**
 * Locks the user and the session, and repeats the checks: another request may have changed the password and ended this
 * session. Changing the address or password requires the assurance level again.
 */
async function* lockUnchanged(tx: TransactionSql, wanted: Wanted): Steps<User> {
  const { user, changes } = wanted;
  const isGuarded = changes.password !== null || changes.address !== null;
  yield* isGuarded ? lockAssuredSession(tx, wanted, 'insufficient-aal') : lockUserSession(tx, wanted);
  const locked = await lockUser(tx, user.id);
  return locked === undefined ? yield* fail('unknown-user') : locked;
}

/**
 * Replaces the password, ends the user's other sessions and revokes pending links. If the user signed in by an emailed
 * link and the address was never proven, this claims the account. Opening the link was not enough for that, because the
 * user may abandon the recovery.
 */
async function* replacePassword(
  tx: TransactionSql,
  { user, session, client, changes: { password } }: Wanted,
  now: Date,
): Steps<void> {
  if (password === null) return;
  if (password.code !== null && !(await redeemCode(tx, password.code))) yield* fail('reauthentication-wrong');
  const passwordHash = password.hash;
  if (user.emailProvedAt === null && session.amr.some(({ method }) => method === 'recovery' || method === 'otp')) {
    await claimAccount(tx, user, { session, passwordHash, now });
  } else {
    await updateUser(tx, user.id, { passwordHash, now });
    await endOwnSessions(tx, { userId: user.id, exceptId: session.id, reason: 'password-changed' });
    await revokePendingFlows(tx, user.id);
  }
  await addEmailIdentity(tx, user.id, now);
  await recordSecurityEvent(tx, { userId: user.id, client, now }, { kind: 'password-changed' });
}
