/** Restricts the destinations of emailed links to the site and to the addresses that the operator allows. */
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';

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
  const site = new URL(siteUrl);
  const isAllowed = isSameHost(url, site) || redirectUrls.some((pattern) => matches(url, pattern));
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
