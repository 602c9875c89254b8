/** DELETE /user/identities/:id: one way less to sign in, but never the last. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { tellOfChange } from '#server/auth/changes/tell-of-change.ts';
import { holdAssured } from '#server/auth/factors/hold-assured.ts';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { allowChange } from './authorize.ts';
import { deleteIdentity, noteProviders, removePassword } from './identities.ts';

/**
 * As supabase/auth, internal/api/identity.go, in this order; but for two things. With the identity `email` its password
 * goes, which would open the account unseen. And the account's address stays what it is, instead of becoming that of an
 * identity that is left: a change of address is for its two readers to confirm, and the account stays recoverable by it.
 * Sessions stay: who unlinks is not thrown out.
 */
export async function unlinkIdentity(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const allowed = await allowChange(auth, signedIn.value);
  if (!allowed.ok) return allowed;
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) return fail('validation-failed', { message: 'identity_id must be an UUID' });
  const removed = await auth.sql.begin((tx) => removeIdentity(tx, { signedIn: signedIn.value, id, now: auth.now() }));
  if (!removed.ok) return removed;
  tellOfChange(auth, signedIn.value.user, describeRemoval(removed.value));
  return { ok: true, value: c.json({}) };
}

const describeRemoval = (provider: string): string =>
  provider === 'email'
    ? 'The password of your account was removed.'
    : `Signing in with ${provider} was removed from your account.`;

type Wish = { readonly signedIn: SignedIn; readonly id: string; readonly now: Date };

/** Gives the provider whose identity it was. */
async function removeIdentity(tx: TransactionSql, { signedIn, id, now }: Wish): Promise<Result<string, AuthFailure>> {
  // Locked: two devices that unlink one each do not leave none.
  const session = await holdAssured(tx, signedIn, 'linking-needs-aal2');
  if (!session.ok) return session;
  const { userId } = session.value;
  const user = await findUserById(tx, userId);
  if (user === undefined) return fail('unknown-user');
  if (user.identities.length <= 1) return fail('last-identity');
  const identity = user.identities.find((one) => one.id === id.toLowerCase());
  if (identity === undefined) return fail('identity-not-found');
  await deleteIdentity(tx, identity.id);
  await noteProviders(tx, userId, now);
  if (identity.provider === 'email') await removePassword(tx, userId);
  // Links under way, such as one for another password, belong to what was there before.
  await revokeProofs(tx, userId);
  return { ok: true, value: identity.provider };
}
