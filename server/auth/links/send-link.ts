/** Emails links that prove that their reader owns the address. */
import { sendAccountEmail } from '#server/auth/accounts/security-events.ts';
import { lockUser } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import type { EmailKind } from '#server/mail/mail.ts';
import { createLinkToken, type LinkType, type SignUp } from './one-time-tokens.ts';
import type { Challenge } from './pkce.ts';
import { beginBriefly } from '#server/auth/requests/steps.ts';

export type LinkRequest = {
  readonly userId: string;
  readonly email: string;
  readonly type: 'recovery' | 'signup';
  readonly challenge: Challenge | null;
  /** The values chosen in the sign-up. If a link is requested again, the stored values are used. */
  readonly signUp?: SignUp;
  /** The final destination, which was already checked. */
  readonly redirectTo: string;
};

/**
 * Creates the token and sends the email. This runs after the response, so it does nothing if the user has been deleted,
 * has another address, or no longer needs confirmation.
 */
export async function sendLink(auth: AuthContext, request: LinkRequest): Promise<void> {
  const { userId, email, type, challenge, signUp, redirectTo } = request;
  const token = await beginBriefly(auth.sql, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user?.email !== email) return undefined;
    if (type === 'recovery') return createLinkToken(tx, { userId, type, challenge, signUp: null, now: auth.now() });
    if (user.emailConfirmedAt !== null) return undefined;
    return createLinkToken(tx, { userId, type, challenge, signUp: signUp ?? user, now: auth.now() });
  });
  if (token !== undefined) await emailLink(auth, { token, type, to: email, email, redirectTo });
}

export type EmailedLink = {
  readonly token: string;
  readonly type: EmailedType;
  readonly to: string;
  /** The account's current address. */
  readonly email: string;
  readonly newEmail?: string;
  readonly redirectTo: string;
};

/** Sends the email for an existing token. */
export async function emailLink(
  auth: AuthContext,
  { token, type, redirectTo, ...message }: EmailedLink,
): Promise<void> {
  const link = writeLink(auth.settings, { token, type, redirectTo });
  await sendAccountEmail(auth, { ...message, kind: kinds[type], link });
}

/** The server sends no emails for a sign-in without a password. */
type EmailedType = Exclude<LinkType, 'magiclink'>;

const kinds = {
  recovery: 'recovery',
  signup: 'signup',
  invite: 'invite',
  email_change_current: 'email-change-present',
  email_change_new: 'email-change',
} as const satisfies Readonly<Record<EmailedType, EmailKind>>;

type WrittenLink = Pick<EmailedLink, 'token' | 'redirectTo'> & { readonly type: LinkType };

/** Writes the address that a link leads to. */
export function writeLink(
  { siteUrl }: Pick<AuthSettings, 'siteUrl'>,
  { token, type, redirectTo }: WrittenLink,
): string {
  const link = new URL(`${siteUrl.replace(/\/+$/, '')}/auth/v1/verify`);
  const verifyType = type.startsWith('email_change') ? 'email_change' : type;
  link.search = new URLSearchParams({ token, type: verifyType, redirect_to: redirectTo }).toString();
  return link.href;
}
