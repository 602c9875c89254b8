/** DELETE /user/identities/:id: one way less to sign in, but never the last. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { revokeProofs } from '#server/auth/links/revoke-proofs.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { allowChange } from './authorize.ts';
import { deleteIdentity, noteProviders, removePassword } from './identities.ts';
import { lockWholeUser } from './provider-users.ts';

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
  const userId = signedIn.value.user.id;
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) return fail('validation-failed', { message: 'identity_id must be an UUID' });
  const removed = await auth.sql.begin((tx) => removeIdentity(tx, { userId, id, now: auth.now() }));
  return removed.ok ? { ok: true, value: c.json({}) } : removed;
}

type Wish = { readonly userId: string; readonly id: string; readonly now: Date };

async function removeIdentity(tx: TransactionSql, { userId, id, now }: Wish): Promise<Result<null, AuthFailure>> {
  // Locked: two devices that unlink one each do not leave none.
  const user = await lockWholeUser(tx, userId);
  if (user === undefined) return fail('unknown-user');
  if (user.identities.length <= 1) return fail('last-identity');
  const identity = user.identities.find((one) => one.id === id.toLowerCase());
  if (identity === undefined) return fail('identity-not-found');
  await deleteIdentity(tx, identity.id);
  await noteProviders(tx, userId, now);
  if (identity.provider === 'email') await removePassword(tx, userId);
  // Links under way, such as one for another password, belong to what was there before.
  await revokeProofs(tx, userId);
  return { ok: true, value: null };
}
