/** Mails a link that proves that its reader has the address. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { writeConfirmationMail, writeRecoveryMail } from '#server/mail/write-mail.ts';
import { reportBug } from '#server/report-bug.ts';
import { createLinkToken } from './one-time-tokens.ts';
import type { LinkType } from './one-time-tokens.ts';
import type { Challenge } from './pkce.ts';

export type LinkWish = {
  readonly userId: string;
  readonly email: string;
  readonly type: LinkType;
  readonly challenge: Challenge | null;
  /** Where the link leads in the end; already found to be allowed. */
  readonly redirectTo: string;
};

const writers = { recovery: writeRecoveryMail, signup: writeConfirmationMail } as const;

/** Makes the token and sends the mail. That it could not be sent is told to the operator, without the address. */
export async function sendLink({ sql, mailer, settings, now }: AuthBase, wish: LinkWish): Promise<void> {
  const { userId, email, type, challenge, redirectTo } = wish;
  const token = await sql.begin(async (tx) => {
    const user = await lockUser(tx, userId);
    return user === undefined ? undefined : createLinkToken(tx, { userId, type, challenge, now: now() });
  });
  if (token === undefined) return;
  const link = new URL(`${settings.siteUrl.replace(/\/+$/, '')}/auth/v1/verify`);
  link.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  const sent = await mailer.send(writers[type]({ to: email, link: link.href, site: link.host }));
  if (!sent.ok) reportBug(new Error(`A mail could not be sent (${sent.failure.code}).`));
}
