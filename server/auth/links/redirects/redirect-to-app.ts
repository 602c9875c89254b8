/**
 * Builds the address of the app that a browser goes to after a link or a provider: with a session, a code or an error.
 */
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail, readRefusal } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { toSessionJson } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { Result } from '#server/result.ts';
import { addToFragment, addToQuery } from './allowed-redirect.ts';

/** A session, a code that can be exchanged for one, or only a message. */
export type AcceptedLink =
  | { readonly opened: OpenSession }
  | { readonly code: string }
  | { readonly message: string; readonly isPkce: boolean };

type Destination = {
  /** A destination that was already checked. */
  readonly redirectTo: string;
  /** The type of the link. Undefined after a provider. */
  readonly type?: string;
};

/** Adds a code to the query, or the session to the fragment, which browsers do not send to servers. */
export async function describeSuccess(
  auth: AuthContext,
  accepted: AcceptedLink,
  { redirectTo, type }: Destination,
): Promise<Result<string, AuthFailure>> {
  if ('code' in accepted) return { ok: true, value: addToQuery(redirectTo, { code: accepted.code }) };
  if ('message' in accepted) {
    const { message, isPkce } = accepted;
    return { ok: true, value: addToFragment(isPkce ? addToQuery(redirectTo, { message }) : redirectTo, { message }) };
  }
  const session = await toSessionJson(auth, accepted.opened);
  if (session === undefined) return fail('link-dead');
  const { access_token, refresh_token, token_type, expires_at, expires_in } = session;
  const times = { expires_at: String(expires_at), expires_in: String(expires_in) };
  const fields = { access_token, ...times, refresh_token, token_type, ...(type !== undefined && { type }) };
  return { ok: true, value: addToFragment(redirectTo, fields) };
}

/**
 * Adds an error to the fragment for the implicit flow, and to the query for PKCE clients (RFC 6749, section 4.1.2.1).
 */
export function describeFailure(failure: AuthFailure, redirectTo: string, isPkce: boolean): string {
  const { status, code, message } = readRefusal(failure);
  const error = denials.has(code) ? 'access_denied' : (oauthErrors.get(status) ?? 'invalid_request');
  const fields = { error, error_code: code, error_description: message };
  return addToFragment(isPkce ? addToQuery(redirectTo, fields) : redirectTo, fields);
}

/**
 * Codes that mean `access_denied` regardless of their status (supabase/auth, internal/api/external.go,
 * getErrorQueryString).
 */
const denials: ReadonlySet<string> = new Set([
  'signup_disabled',
  'invite_not_found',
  'user_banned',
  'provider_email_needs_verification',
]);

const oauthErrors: ReadonlyMap<number, string> = new Map([
  [403, 'access_denied'],
  [422, 'server_error'],
  [429, 'temporarily_unavailable'],
  [500, 'server_error'],
]);
