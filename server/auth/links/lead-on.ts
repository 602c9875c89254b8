/** Where a browser goes after a link or a provider: on to the app, with a session, a code for one, or why there is none. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail, readRefusal } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { toSessionJson } from '#server/auth/sessions/open-session.ts';
import type { Result } from '#server/result.ts';
import type { Accepted } from './accept-link.ts';
import { addToFragment, addToQuery } from './redirect.ts';

type Place = {
  /** Chosen among those that are allowed. */
  readonly place: string;
  /** What kind of link it was; undefined after a provider. */
  readonly type?: string;
};

/** A code in the query; else the session itself in the fragment, which browsers send nowhere. */
export async function describeSuccess(
  auth: AuthBase,
  accepted: Accepted,
  { place, type }: Place,
): Promise<Result<string, AuthFailure>> {
  if ('code' in accepted) return { ok: true, value: addToQuery(place, { code: accepted.code }) };
  if ('message' in accepted) {
    const { message, isPkce } = accepted;
    return { ok: true, value: addToFragment(isPkce ? addToQuery(place, { message }) : place, { message }) };
  }
  const session = await toSessionJson(auth, accepted.opened);
  if (session === undefined) return fail('link-dead');
  const { access_token, refresh_token, token_type, expires_at, expires_in } = session;
  const times = { expires_at: String(expires_at), expires_in: String(expires_in) };
  const fields = { access_token, ...times, refresh_token, token_type, ...(type !== undefined && { type }) };
  return { ok: true, value: addToFragment(place, fields) };
}

/** In the fragment for the implicit flow, in the query as well for a client that waits for a code (RFC 6749 4.1.2.1). */
export function describeFailure(failure: AuthFailure, place: string, isPkce: boolean): string {
  const { status, code, message } = readRefusal(failure);
  const error = denials.has(code) ? 'access_denied' : (oauthErrors.get(status) ?? 'invalid_request');
  const fields = { error, error_code: code, error_description: message };
  return addToFragment(isPkce ? addToQuery(place, fields) : place, fields);
}

/** Whatever their status (supabase/auth, internal/api/external.go, getErrorQueryString). */
const denials: ReadonlySet<string> = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

const oauthErrors: ReadonlyMap<number, string> = new Map([
  [403, 'access_denied'],
  [422, 'server_error'],
  [429, 'temporarily_unavailable'],
  [500, 'server_error'],
]);
