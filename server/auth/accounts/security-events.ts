/**
 * Emails about an account, and security-relevant changes for its owner (product A5). Each change is stored in the transaction
 * that makes it, so that neither exists without the other, and emailed after the commit.
 */
import type { ISql } from 'postgres';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { limitEventEmail } from '#server/auth/requests/limits.ts';
import type { SessionClient } from '#server/auth/requests/route.ts';
import { runSteps } from '#server/auth/requests/steps.ts';
import type { AccountEmail, EmailKind } from '#server/mail/mail.ts';
import type { User } from './users.ts';

/** One sentence for each event. It contains no text written by a caller. */
const sentences = {
  'new-sign-in': () => 'Someone signed in to your account from a new device or network.',
  'session-reused': () => 'A device was signed out of your account, because an outdated copy of its sign-in was used.',
  'password-changed': () => 'The password of your account was changed.',
  'password-removed': () => 'The password of your account was removed.',
  'email-changed': () => 'The email address of your account was changed.',
  'app-added': () => 'An authenticator app for two-step verification was added to your account.',
  'app-removed': () => 'An authenticator app for two-step verification was removed from your account.',
  'phone-added': () => 'A phone for two-step verification was added to your account.',
  'phone-removed': () => 'A phone for two-step verification was removed from your account.',
  'recovery-codes-created': () => 'New recovery codes for two-step verification were created.',
  'recovery-code-used': (left: string) => `A recovery code was used to sign in. ${left} recovery codes are left.`,
  'passkey-added': () => 'A passkey was added to your account.',
  'passkey-removed': () => 'A passkey was removed from your account.',
  'provider-linked': (provider: string) => `Sign-in with ${provider} was added to your account.`,
  'provider-unlinked': (provider: string) => `Sign-in with ${provider} was removed from your account.`,
  'operator-created': () => 'An operator created your account.',
  'operator-invited': () => 'An operator invited you to create your account.',
  'operator-link-created': () => 'An operator created a link that gives access to your account.',
  'operator-password-changed': () => 'An operator changed the password of your account.',
  'operator-email-changed': () => 'An operator changed the email address of your account.',
  'operator-email-confirmed': () =>
    'An operator confirmed the email address of your account. All devices were signed out, and earlier passwords no longer work.',
  'operator-app-removed': () => 'An operator removed an authenticator app from your account.',
  'operator-phone-removed': () => 'An operator removed a phone for two-step verification from your account.',
  'operator-passkey-removed': () => 'An operator removed a passkey from your account.',
  'operator-banned': () => 'An operator suspended your account and signed out all devices.',
  'operator-unbanned': () => 'An operator lifted the suspension of your account.',
  'operator-deleted': () => 'An operator deleted your account and all of its data.',
} as const satisfies Readonly<Record<string, (detail: string) => string>>;

export type SecurityEvent = {
  readonly kind: keyof typeof sentences;
  /** The provider, or the number of codes that are left. */
  readonly detail?: string;
};

/** The account, the device and network that the change came from, and the time. */
export type EventOrigin = { readonly userId: string; readonly client: SessionClient; readonly now: Date };

/** The origin of an operator's change. The operator's own device and network are not shown to the owner. */
export const OPERATOR: SessionClient = { userAgent: '', ip: '' };

/** The number of events that are kept for each account. */
const KEPT = 50;

/** Stores the event. The transaction must have locked the user. */
export async function recordSecurityEvent(
  tx: ISql,
  { userId, client, now }: EventOrigin,
  { kind, detail = '' }: SecurityEvent,
): Promise<void> {
  await tx`
    insert into auth.security_events (user_id, kind, detail, user_agent, ip, created_at)
    values (${userId}, ${kind}, ${detail}, ${client.userAgent}, ${client.ip}, ${now})`;
  await tx`
    delete from auth.security_events where user_id = ${userId} and id <= (
      select id from auth.security_events where user_id = ${userId} order by id desc offset ${KEPT} limit 1)`;
}

/**
 * Emails an event to the owner, if the account has an address and did not cause too many such emails. Events of an operator are not
 * counted. Call this after the commit.
 */
export function emailSecurityEvent(
  auth: AuthContext,
  { email, emailProvedAt }: Pick<User, 'email' | 'emailProvedAt'>,
  { kind, detail = '' }: SecurityEvent,
): void {
  if (email === null) return;
  const message = { kind: toEmailKind(kind), to: email, email, event: sentences[kind](detail) };
  auth.defer(async () => {
    const isAllowed =
      message.kind === 'operator' ||
      (await runSteps(limitEventEmail(auth, { email, kind, isProven: emailProvedAt !== null }))).ok;
    if (isAllowed) await sendAccountEmail(auth, message);
  });
}

function toEmailKind(kind: SecurityEvent['kind']): EmailKind {
  if (kind.startsWith('operator-')) return 'operator';
  return kind === 'new-sign-in' || kind === 'password-changed' || kind === 'session-reused' ? kind : 'security';
}

/** Sends an email. The link defaults to the web app. The mailer reports a failure to the operator. */
export async function sendAccountEmail(
  { mailer, settings }: Pick<AuthContext, 'mailer' | 'settings'>,
  message: Omit<AccountEmail, 'site' | 'link'> & Partial<Pick<AccountEmail, 'link'>>,
): Promise<void> {
  const site = new URL(settings.siteUrl);
  await mailer.send({ link: site.href, ...message, site: site.host });
}
