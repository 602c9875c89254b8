/** Reports security-relevant changes to the owner of an account: by email, and in the list of recent activity. */
import type { ISql } from 'postgres';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { sendAccountEmail } from './send-email.ts';
import type { User } from './users.ts';

/** One sentence for each event. It contains no text written by a caller. */
const sentences = {
  'new-sign-in': () => 'Someone signed in to your account from a new device or network.',
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
} as const satisfies Readonly<Record<string, (detail: string) => string>>;

export type SecurityEvent = {
  readonly kind: keyof typeof sentences;
  /** The provider, or the number of codes that are left. */
  readonly detail?: string;
};

/** The account, and the device and network that the change came from. */
export type EventOrigin = { readonly user: Pick<User, 'id' | 'email'>; readonly client: SessionClient };

/** Lists the event, and emails it unless another email is sent about it. Call this after the commit. */
export function reportSecurityEvent(auth: AuthContext, origin: EventOrigin, event: SecurityEvent): void {
  const { kind, detail = '' } = event;
  const { email } = origin.user;
  auth.defer(() => insertSecurityEvent(auth.sql, origin, { kind, detail, now: auth.now() }));
  if (email === null || kind === 'email-changed') return;
  const mailKind = kind === 'new-sign-in' || kind === 'password-changed' ? kind : 'security';
  auth.defer(() => sendAccountEmail(auth, { kind: mailKind, to: email, email, event: sentences[kind](detail) }));
}

/** The number of events that are kept for each account. */
const KEPT = 50;

type NewEvent = Required<SecurityEvent> & { readonly now: Date };

/** Does nothing if the account has been deleted. */
async function insertSecurityEvent(
  sql: ISql,
  { user, client }: EventOrigin,
  { kind, detail, now }: NewEvent,
): Promise<void> {
  await sql`
    insert into auth.security_events (user_id, kind, detail, user_agent, ip, created_at)
    select id, ${kind}, ${detail}, ${client.userAgent}, ${client.ip}, ${now} from auth.users where id = ${user.id}`;
  await sql`
    delete from auth.security_events where user_id = ${user.id} and id <= (
      select id from auth.security_events where user_id = ${user.id} order by id desc offset ${KEPT} limit 1)`;
}
