/** Whose account it is that somebody comes to from a provider: the one decision about trust in what providers say. */
import type { AuthSettings } from '#server/auth/auth-settings.ts';
import { handToOwner } from '#server/auth/accounts/hand-to-owner.ts';
import { mergeMetadata } from '#server/auth/accounts/metadata.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail, findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/requests/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import {
  deleteIdentities,
  insertIdentity,
  lockIdentity,
  lockIdentityUser,
  noteProviders,
  refreshIdentity,
} from './identities.ts';
import type { NewIdentity } from './identities.ts';
import { insertProviderUser, lockWholeUser } from './provider-users.ts';

type Trust = Pick<AuthSettings, 'signupEnabled'>;

/**
 * Gives the id of the user, who is then locked. Known is who has the identity, whatever address it has by now. Anybody else
 * needs an address that the provider has verified (supabase/auth, internal/models/linking.go).
 */
export async function admitProfile(
  tx: TransactionSql,
  trust: Trust,
  identity: NewIdentity,
): Promise<Result<string, AuthFailure>> {
  await lockIdentity(tx, identity);
  const knownId = await lockIdentityUser(tx, identity);
  const known = knownId === undefined ? undefined : await findUserById(tx, knownId);
  if (known === undefined) return admitByEmail(tx, trust, identity);
  if (isBanned(known, identity.now)) return fail('bearer-banned');
  await refreshIdentity(tx, identity);
  await adoptProfile(tx, known.id, identity);
  return { ok: true, value: known.id };
}

async function admitByEmail(
  tx: TransactionSql,
  trust: Trust,
  identity: NewIdentity,
): Promise<Result<string, AuthFailure>> {
  const email = identity.profile.verifiedEmail;
  if (email === undefined) return fail('provider-email-missing', { message: writeUnverified(identity.provider) });
  // A new account is one that nobody has confirmed yet, as some that are there already.
  if (trust.signupEnabled) await insertProviderUser(tx, { email, now: identity.now });
  const present = await findUserByEmail(tx, email);
  if (present === undefined) return fail('signup-disabled');
  const user = await lockWholeUser(tx, present.id);
  // Gone or renamed in this very moment; the next try finds things settled.
  if (user?.email !== email) return fail('email-exists');
  if (isBanned(user, identity.now)) return fail('bearer-banned');
  const opened = await openToOwner(tx, user, identity.now);
  if (!opened.ok) return opened;
  await insertIdentity(tx, user.id, identity);
  await noteProviders(tx, user.id, identity.now);
  await adoptProfile(tx, user.id, identity);
  return { ok: true, value: user.id };
}

/** As the hosted service says it. */
const writeUnverified = (provider: string): string =>
  `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;

/**
 * Somebody has proved to own the address of an account that is there already.
 * If nobody has before, whoever made the account may have done so to wait for its owner: what was prepared (a password,
 * sessions, links under way, words about oneself) goes, and the account is the owner's.
 * If somebody has, it is the same person. Where the address only counts as confirmed (autoconfirm), that says nothing, and
 * neither a stranger's account may be entered nor a person's own be emptied: then one signs in as before, and links.
 */
async function openToOwner(tx: TransactionSql, user: User, now: Date): Promise<Result<null, AuthFailure>> {
  if (user.emailConfirmedAt !== null) {
    return isProven(user) ? { ok: true, value: null } : fail('email-exists', { message: SIGN_IN_AS_BEFORE });
  }
  await handToOwner(tx, user, { session: null, passwordHash: null, now });
  await deleteIdentities(tx, user.id);
  await tx`update auth.users set raw_user_meta_data = '{}' where id = ${user.id}`;
  return { ok: true, value: null };
}

const SIGN_IN_AS_BEFORE =
  'A user with this email address has already been registered. Sign in as before, then link this provider to the account';

/** By a mail or an operator, or by a provider that has verified this address. */
function isProven({ email, emailProvedAt, identities }: User): boolean {
  const isOwners = identities.some(
    ({ provider, identity_data: data }) =>
      provider !== 'email' && data['email'] === email && data['email_verified'] === true,
  );
  return emailProvedAt !== null || isOwners;
}

/** The words of the provider are laid over the user's, if there is room for them; its proof of the address counts. */
async function adoptProfile(tx: TransactionSql, userId: string, { profile, now }: NewIdentity): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user === undefined) return;
  const merged = mergeMetadata(user.userMetadata, profile.data);
  const isItsAddress = user.emailConfirmedAt === null && user.email === profile.verifiedEmail;
  await updateUser(tx, userId, {
    now,
    ...(isItsAddress && { confirmedAt: now }),
    ...(merged.ok && { userMetadata: merged.value }),
  });
}
