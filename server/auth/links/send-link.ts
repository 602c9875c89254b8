/** Mails a link that proves that its reader has the address. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { sendLetter } from './send-letter.ts';
import { createLinkToken } from './one-time-tokens.ts';
import type { LinkType, SignUp } from './one-time-tokens.ts';
import type { Challenge } from './pkce.ts';

export type LinkWish = {
  readonly userId: string;
  readonly email: string;
  readonly type: 'recovery' | 'signup';
  readonly challenge: Challenge | null;
  /** What was chosen at the sign-up; where it is asked for once more, what is known of it counts. */
  readonly signUp?: SignUp;
  /** Where the link leads in the end; already found to be allowed. */
  readonly redirectTo: string;
};

/**
 * Makes the token and sends the mail, unless the user is gone by now, or has another address, or needs no confirmation any
 * more: this runs after the answer.
 */
export async function sendLink(auth: AuthBase, wish: LinkWish): Promise<void> {
  const { userId, email, type, challenge, signUp, redirectTo } = wish;
  const token = await auth.sql.begin(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user?.email !== email) return undefined;
    if (type === 'recovery') return createLinkToken(tx, { userId, type, challenge, signUp: null, now: auth.now() });
    if (user.emailConfirmedAt !== null) return undefined;
    return createLinkToken(tx, { userId, type, challenge, signUp: signUp ?? user, now: auth.now() });
  });
  if (token !== undefined) await mailLink(auth, { token, type, to: email, email, redirectTo });
}

export type MailedLink = {
  readonly token: string;
  readonly type: LinkType;
  readonly to: string;
  /** The address that the account is known by. */
  readonly email: string;
  readonly newEmail?: string;
  readonly redirectTo: string;
};

/** Sends the mail for a token that was made already. */
export async function mailLink(auth: AuthBase, { token, type, redirectTo, ...letter }: MailedLink): Promise<void> {
  const { kind, verifyType } = links[type];
  const link = new URL(`${auth.settings.siteUrl.replace(/\/+$/, '')}/auth/v1/verify`);
  link.search = new URLSearchParams({ token, type: verifyType, redirect_to: redirectTo }).toString();
  await sendLetter(auth, { ...letter, kind, link: link.href });
}

/** Which message brings a link, and how the link says what it is for. */
const links = {
  recovery: { kind: 'recovery', verifyType: 'recovery' },
  signup: { kind: 'signup', verifyType: 'signup' },
  email_change_current: { kind: 'email-change-present', verifyType: 'email_change' },
  email_change_new: { kind: 'email-change', verifyType: 'email_change' },
} as const satisfies Readonly<Record<LinkType, object>>;
