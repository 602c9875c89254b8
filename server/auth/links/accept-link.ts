/** What the token of a link brings: the address is confirmed, and its reader is signed in. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { updateUser } from '#server/auth/accounts/update-user.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { isBanned } from '#server/auth/requests/authenticate.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { createFlowState } from './flow-states.ts';
import { lockLinkUser, takeLinkToken } from './one-time-tokens.ts';
import type { LinkToken, LinkType } from './one-time-tokens.ts';

export type ShownToken = {
  readonly token: string;
  readonly type: LinkType;
  /** Where the link was sent, if whoever shows the token must know it. */
  readonly email?: string;
  /** A browser that followed the link gets a code, if that is what it asked for (PKCE). */
  readonly isFollowed: boolean;
  readonly client: SessionClient;
};

/** A session, or a code to be exchanged for one. */
export type Accepted = { readonly opened: OpenSession } | { readonly code: string };

/** Uses the token up. */
export async function acceptLink(auth: AuthBase, shown: ShownToken): Promise<Result<Accepted, AuthFailure>> {
  return auth.sql.begin(async (tx): Promise<Result<Accepted, AuthFailure>> => {
    const userId = await lockLinkUser(tx, shown);
    const taken = userId === undefined ? undefined : await takeLinkToken(tx, shown);
    const user = taken && (await findUserById(tx, taken.userId));
    const now = auth.now();
    const oldest = now.getTime() - auth.settings.oneTimeTokenLifetime * 1000;
    if (taken === undefined || user === undefined || taken.createdAt.getTime() < oldest) return fail('link-dead');
    if (isBanned(user, now)) return fail('bearer-banned');
    // Whoever could open the link has the address, whatever the link was for.
    if (user.emailConfirmedAt === null) await updateUser(tx, user.id, { confirmedAt: now, now });
    return { ok: true, value: await admit(tx, shown, { ...taken, now }) };
  });
}

async function admit(
  tx: TransactionSql,
  { type, isFollowed, client }: ShownToken,
  { userId, challenge, now }: LinkToken & { readonly now: Date },
): Promise<Accepted> {
  if (challenge === null || !isFollowed) {
    return { opened: await openSession(tx, { userId, method: 'otp', client, now }) };
  }
  const method = type === 'recovery' ? 'recovery' : 'otp';
  return { code: await createFlowState(tx, { userId, challenge, method, createdAt: now }) };
}
