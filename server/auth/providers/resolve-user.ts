/**
 * Decides which account a profile from a provider belongs to. All decisions about trusting a provider's data are here.
 */
import type { ISql } from 'postgres';
import {
  deleteIdentities,
  insertIdentity,
  lockIdentity,
  lockIdentityUser,
  refreshIdentity,
  updateProviderList,
  type NewIdentity,
} from '#server/auth/accounts/identities.ts';
import {
  findUserByEmail,
  findUserById,
  lockUser,
  mergeMetadata,
  updateUser,
  type User,
} from '#server/auth/accounts/users.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { lockAssuredSession } from '#server/auth/factors/assurance.ts';
import { claimAccount } from '#server/auth/links/claim-account.ts';
import { fail, runSteps, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { isBanned } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Linking } from './provider-flows.ts';

type Trust = Pick<AuthSettings, 'signUp' | 'passwords'>;

/**
 * Finds or creates the user of an identity, locks it and returns its id. A known identity leads to its user, whatever
 * its address is now. Any other needs an address that the provider has verified (supabase/auth,
 * internal/models/linking.go).
 */
export async function* resolveUser(tx: TransactionSql, trust: Trust, identity: NewIdentity): Steps<string> {
  await lockIdentity(tx, identity);
  const knownId = await lockIdentityUser(tx, identity);
  const known = knownId === undefined ? undefined : await findUserById(tx, knownId);
  if (known === undefined) return yield* resolveByEmail(tx, trust, identity);
  if (isBanned(known, identity.now)) return yield* fail('bearer-banned');
  await refreshIdentity(tx, identity);
  await applyProfile(tx, known.id, identity);
  return known.id;
}

async function* resolveByEmail(tx: TransactionSql, trust: Trust, identity: NewIdentity): Steps<string> {
  const email = identity.profile.verifiedEmail;
  if (email === undefined)
    return yield* fail('provider-email-missing', { message: writeUnverified(identity.provider) });
  // A new account starts unconfirmed, so that the code below treats it like an existing unconfirmed one.
  if (trust.signUp === 'open') await insertProviderUser(tx, { email, now: identity.now });
  const present = await findUserByEmail(tx, email);
  if (present === undefined) return yield* refuseSignUp(trust);
  const user = await lockUser(tx, present.id);
  // The account was deleted or renamed at the same time. The next attempt will find a settled state.
  if (user?.email !== email) return yield* fail('email-exists');
  if (isBanned(user, identity.now)) return yield* fail('bearer-banned');
  yield* claimForOwner(tx, { user, trust, now: identity.now });
  await insertIdentity(tx, user.id, identity);
  await updateProviderList(tx, user.id, identity.now);
  await applyProfile(tx, user.id, identity);
  return user.id;
}

/**
 * The address of a provider would show an invitation's secret to its logs, so a sign-in with a provider never carries one.
 */
const refuseSignUp = ({ signUp }: Trust): Checks<never> =>
  signUp === 'invited' ? fail('invitation-needed', { message: SIGN_UP_FIRST }) : fail('signup-disabled');

const SIGN_UP_FIRST =
  'Signups need an invitation on this server. Sign up with an email address and a password first, then link this provider to the account';

/** The message of hosted Supabase. */
const writeUnverified = (provider: string): string =>
  `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;

type Claim = { readonly user: User; readonly trust: Trust; readonly now: Date };

/**
 * Opens an existing account to the proven owner of its address.
 *
 * If the address was never confirmed, its creator may have prepared the account to trap the owner. The password,
 * sessions, pending links and metadata are removed, and the account becomes the owner's.
 *
 * If ownership was proven before, it is the same person. If the address was only confirmed by autoconfirm, ownership is
 * unknown: this must neither open another person's account nor empty it. Then the user has to sign in as before and
 * link the provider.
 */
async function* claimForOwner(tx: TransactionSql, { user, trust, now }: Claim): Steps<void> {
  if (user.emailConfirmedAt !== null) {
    if (!isProven(user)) yield* fail('email-exists', { message: trust.passwords ? SIGN_IN_AS_BEFORE : ASK_OPERATOR });
    return;
  }
  await claimAccount(tx, user, { session: null, passwordHash: null, now });
  await deleteIdentities(tx, user.id);
  await tx`update auth.users set raw_user_meta_data = '{}' where id = ${user.id}`;
}

const SIGN_IN_AS_BEFORE =
  'A user with this email address has already been registered. Sign in as before, then link this provider to the account';

/** Without passwords, the owner can't sign in as before. `npm run admin -- confirm` opens the account to the provider. */
const ASK_OPERATOR =
  'A user with this email address has already been registered, but the address was never verified. Ask the operator of this server to confirm it, then sign in again';

/** Whether an email, an operator or a provider has proven ownership of the address. */
function isProven({ email, emailProvedAt, identities }: User): boolean {
  const isOwners = identities.some(
    ({ provider, identity_data: data }) =>
      provider !== 'email' && data['email'] === email && data['email_verified'] === true,
  );
  return emailProvedAt !== null || isOwners;
}

/**
 * Merges the provider's profile into the user's metadata if it fits, and confirms the address if the provider verified
 * it.
 */
async function applyProfile(tx: TransactionSql, userId: string, { profile, now }: NewIdentity): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user === undefined) return;
  const merged = await runSteps(mergeMetadata(user.userMetadata, profile.data));
  const isItsAddress = user.emailConfirmedAt === null && user.email === profile.verifiedEmail;
  await updateUser(tx, userId, {
    now,
    ...(isItsAddress && { confirmedAt: now }),
    ...(merged.ok && { userMetadata: merged.value }),
  });
}

/**
 * Creates a user without a password for an address that has no account. The caller confirms it and adds its identity.
 */
async function insertProviderUser(
  sql: ISql,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  await sql`
    insert into auth.users (email, created_at, updated_at) values (${email}, ${now}, ${now})
    on conflict (email) do nothing`;
}

type Link = { readonly linking: Linking; readonly identity: NewIdentity };

/**
 * Checks whether the identity can be linked, and locks the account. The session that started linking must still exist and
 * must have verified the second factor if there is one. The address at the provider does not matter, because it gives no
 * access here.
 * @returns the account
 */
export async function* checkLink(tx: TransactionSql, { linking: { userId, sessionId }, identity }: Link): Steps<User> {
  await lockIdentity(tx, identity);
  const owner = await lockIdentityUser(tx, identity);
  if (owner === userId) return yield* fail('identity-taken', { message: 'Identity is already linked' });
  if (owner !== undefined) return yield* fail('identity-taken');
  const user = await lockUser(tx, userId);
  if (user === undefined) return yield* fail('unknown-user');
  if (isBanned(user, identity.now)) return yield* fail('bearer-banned');
  yield* lockAssuredSession(tx, { user, session: { id: sessionId } }, 'linking-needs-aal2');
  return user;
}

/**
 * Links the identity. Only the exchange of a code calls this, so that the browser that started linking also completes it.
 * Otherwise, a user whom an attacker sends to the provider would link their identity to the attacker's account.
 * @returns the account before the change
 */
export async function* linkProfile(tx: TransactionSql, link: Link): Steps<User> {
  const user = yield* checkLink(tx, link);
  const { id } = user;
  await insertIdentity(tx, id, link.identity);
  await updateProviderList(tx, id, link.identity.now);
  return user;
}
