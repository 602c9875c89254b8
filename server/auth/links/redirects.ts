/** The address that a browser goes to after a link or a provider: an allowed destination, with a session, a code or an error. */
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { readRefusal, type AuthFailure, fail, type Steps } from '#server/auth/requests/steps.ts';
import { toSessionJson, type OpenSession } from '#server/auth/sessions/open-session.ts';

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
export async function* describeSuccess(
  auth: AuthContext,
  accepted: AcceptedLink,
  { redirectTo, type }: Destination,
): Steps<string> {
  if ('code' in accepted) return addToQuery(redirectTo, { code: accepted.code });
  if ('message' in accepted) {
    const { message, isPkce } = accepted;
    return addToFragment(isPkce ? addToQuery(redirectTo, { message }) : redirectTo, { message });
  }
  const session = await toSessionJson(auth, accepted.opened);
  if (session === undefined) return yield* fail('link-dead');
  const { access_token, refresh_token, token_type, expires_at, expires_in } = session;
  const times = { expires_at: String(expires_at), expires_in: String(expires_in) };
  const fields = { access_token, ...times, refresh_token, token_type, ...(type !== undefined && { type }) };
  return addToFragment(redirectTo, fields);
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

type AllowedRedirects = Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>;

/**
 * Returns the requested destination if it is on the site or matches an allowed address or pattern, and otherwise the
 * site.
 *
 * A link carries a session, so the comparison uses the output of the URL parser and checks origin and path
 * separately. `user@host`, backslashes and patterns in the path cannot imitate another host.
 */
export function chooseRedirect({ siteUrl, redirectUrls }: AllowedRedirects, requested: string): string {
  const url = parseRequested(requested);
  if (url === undefined) return siteUrl;
  const isAllowed = matchesAddress(url, siteUrl) || redirectUrls.some((pattern) => matches(url, pattern));
  return isAllowed ? url.href : siteUrl;
}

function parseRequested(requested: string): URL | undefined {
  // The parser would repair these, and honest clients do not send them.
  if (requested.length > 2048 || /[\\\s\p{Cc}]/u.test(requested)) return undefined;
  const url = URL.parse(requested);
  return url === null || url.username !== '' || url.password !== '' ? undefined : url;
}

/** Comparing origins would not be enough: all custom app schemes have the origin `null`. */
function isSameHost(url: URL, allowed: URL): boolean {
  return url.protocol === allowed.protocol && url.host === allowed.host;
}

function matches(url: URL, pattern: string): boolean {
  return pattern.includes('*') ? matchesPattern(url, pattern) : matchesAddress(url, pattern);
}

function matchesAddress(url: URL, address: string): boolean {
  const allowed = URL.parse(address);
  return allowed !== null && isSameHost(url, allowed) && isBelow(url.pathname, allowed.pathname);
}

function matchesPattern(url: URL, pattern: string): boolean {
  const parts = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)([^?#]*)/i.exec(pattern);
  if (parts === null) return false;
  const [, scheme = '', host = '', path = ''] = parts;
  if (scheme.toLowerCase() !== url.protocol || !toExpression(host.toLowerCase()).test(url.host)) return false;
  return path === '' || toExpression(path).test(url.pathname);
}

function isBelow(path: string, folder: string): boolean {
  const bare = folder.replace(/\/+$/, '');
  return path === bare || path.startsWith(`${bare}/`) || bare === '';
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*?)/).map((part) => WILDCARDS[part] ?? escapePart(part));
  return new RegExp(`^${parts.join('')}$`);
}

const escapePart = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

const WILDCARDS: Readonly<Record<string, string>> = { '*': '[^./]*', '**': '.*' };

/** Adds parameters to the fragment, which browsers do not send to servers. */
export function addToFragment(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(fields).toString();
  return url.href;
}

/** Adds parameters to the query. */
export function addToQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}
