/** POST /resend: emails the links again that confirm an account or a change of address. */
import type { Context } from 'hono';
import { lockFullUser, updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserByEmail } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { requestLink } from '#server/auth/links/request-link.ts';
import type { LinkKind, RequestedLink } from '#server/auth/links/request-link.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { countEmail, limitEmail } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import { listConfirmations, emailAddressLinks, createAddressLinks } from './change-address.ts';

/** Always responds with `{}`. The account is looked up after the response. */
export function resend(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  return requestLink(auth, c, ({ type, phone }) => {
    const kind = kinds.get(type);
    if (kind === undefined) return fail('validation-failed', { message: UNKNOWN_TYPE });
    return phone === '' ? { ok: true, value: kind } : fail('phone-logins-disabled');
  });
}

const UNKNOWN_TYPE = 'Missing one of these types: signup, email_change';

const kinds: ReadonlyMap<string, LinkKind> = new Map([
  ['signup', { limit: 'signup', send: resendSignUp }],
  ['email_change', { limit: 'email_change', send: resendChange }],
]);

async function resendSignUp(auth: AuthContext, request: RequestedLink): Promise<void> {
  const user = await findUserByEmail(auth.sql, request.email);
  if (user === undefined || user.emailConfirmedAt !== null || !(await countEmail(auth, false)).ok) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { confirmationSentAt: now, now });
  await sendLink(auth, { ...request, userId: user.id, type: 'signup' });
}

/**
 * Emails the missing confirmations again. Limits come first, so that nothing changes without a new email. The current
 * address was already counted with the request.
 */
async function resendChange(auth: AuthContext, { email, challenge, redirectTo }: RequestedLink): Promise<void> {
  const found = await findUserByEmail(auth.sql, email);
  if (found === undefined || !(await limitOthers(auth, found)) || !(await countConfirmations(auth, found))) return;
  const links = await auth.sql.begin(async (tx) => {
    const owner = await lockFullUser(tx, found.id);
    // Check again under the lock: the change may have been confirmed, canceled or replaced.
    if (owner?.email !== email || owner.newEmail !== found.newEmail) return [];
    return createAddressLinks(tx, owner, { challenge, redirectTo, now: auth.now() });
  });
  emailAddressLinks(auth, links);
}

async function countConfirmations(auth: AuthContext, user: User): Promise<boolean> {
  for (const { to } of listConfirmations(user)) {
    const isConfirmed = to === user.email && user.emailConfirmedAt !== null;
    if (!(await countEmail(auth, isConfirmed)).ok) return false;
  }
  return true;
}

async function limitOthers(auth: AuthContext, user: User): Promise<boolean> {
  const others = listConfirmations(user).filter(({ to }) => to !== user.email);
  const limits = others.map(({ to }) => limitEmail(auth, 'email_change', to));
  return (await Promise.all(limits)).every(({ ok }) => ok);
}
