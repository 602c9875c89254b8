/** Where a link from a mail may lead: the site itself and what the operator allows; never where a caller likes. */
import type { AuthSettings } from '#server/auth/auth-settings.ts';

type Places = Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>;

/**
 * Takes what a caller asked for. Gives it, as the browser will read it, where it is on the site or matches an allowed
 * address or pattern; else the site.
 * A link carries a session: what is compared is what the URL parser made (RFC 3986 and its many readings aside), origin and
 * path by themselves, so that neither `user@host`, backslashes nor a pattern in the path can stand for another host.
 */
export function chooseRedirect({ siteUrl, redirectUrls }: Places, asked: string): string {
  const url = parseAsked(asked);
  if (url === undefined) return siteUrl;
  const site = new URL(siteUrl);
  const isAllowed = isSameHost(url, site) || redirectUrls.some((pattern) => matches(url, pattern));
  return isAllowed ? url.href : siteUrl;
}

function parseAsked(asked: string): URL | undefined {
  // The parser would repair these; whoever sends them is up to something.
  if (asked.length > 2048 || /[\\\s\p{Cc}]/u.test(asked)) return undefined;
  const url = URL.parse(asked);
  return url === null || url.username !== '' || url.password !== '' ? undefined : url;
}

/** An origin alone would not do: every scheme of an app has the same one, `null`. */
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

/** Adds parameters to the fragment, which browsers send nowhere. */
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
