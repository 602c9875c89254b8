/** GET and PUT /user: reads and changes the signed-in user's account. */
import { addEmailIdentity } from '#server/auth/accounts/identities.ts';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { findUserById, lockUser, mergeMetadata, updateUser, type LockedUser } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { lockAssuredSession, lockUserSession } from '#server/auth/factors/assurance.ts';
import { claimAccount, revokePendingFlows } from '#server/auth/links/claim-account.ts';
import { chooseRedirect } from '#server/auth/links/redirects.ts';
import type { EmailedLink } from '#server/auth/links/send-link.ts';
import { defineRoute, noBody, jsonBody, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { signedInUser, changingUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import { endOwnSessions } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { cancelEmailChange, emailAddressLinks, startEmailChange } from './change-email.ts';
import { changesSchema, prepareChanges, type Changes } from './prepare-changes.ts';
import { redeemCode } from './reauthentication.ts';

export const showUser = defineRoute({
  method: 'GET',
  path: '/user',
  limit: 'otherByAddress',
  caller: signedInUser,
  body: noBody,
  async *work(_auth, { c, caller }) {
    return c.json(userToJson(caller.user));
  },
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
    return present === undefined ? yield* fail('unknown-user') : c.json(userToJson(present));
  },
});

type Wanted = SignedIn & { readonly changes: Changes; readonly client: SessionClient };

/**
 * Applies the changes, or fails before writing anything.
 * @returns the links to email after the commit
 */
async function* applyChanges(auth: AuthContext, tx: TransactionSql, wanted: Wanted): Steps<readonly EmailedLink[]> {
  const { user, changes } = wanted;
  const locked = yield* lockUnchanged(tx, wanted);
  const userMetadata = yield* mergeMetadata(locked.userMetadata, changes.data);
  const now = auth.now();
  yield* replacePassword(tx, { ...wanted, user: { ...user, ...locked } }, now);
  await updateUser(tx, user.id, { userMetadata, now });
  if (changes.keepsAddress) await cancelEmailChange(tx, user.id, now);
  if (changes.address === null) return [];
  const owner = { ...locked, id: user.id };
  return await startEmailChange(tx, auth, { owner, request: changes.address });
}

/**
 * Locks the user and the session, and repeats the checks: another request may have changed the password and ended this
 * session. Changing the address or password requires the assurance level again.
 */
async function* lockUnchanged(tx: TransactionSql, wanted: Wanted): Steps<LockedUser> {
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
