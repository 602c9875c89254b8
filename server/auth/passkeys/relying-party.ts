/** The site that passkeys belong to. */
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';

export type RelyingParty = {
  /** The host that browsers bind passkeys to (WebAuthn, section 5.1.2: `rp.id`). */
  readonly id: string;
  /** The origins that may use them. */
  readonly origins: readonly string[];
};

/**
 * Derives the relying party from the settings. Besides the site, its origins are those redirect addresses whose pages
 * browsers allow to use its passkeys: the same host or subdomains. Patterns are ignored.
 */
export function toRelyingParty({
  siteUrl,
  redirectUrls,
}: Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>): RelyingParty {
  const site = new URL(siteUrl);
  const others = redirectUrls
    .filter((address) => !address.includes('*'))
    .map((address) => URL.parse(address))
    .filter((url) => url !== null)
    .filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && isBelow(hostname, site.hostname));
  return { id: site.hostname, origins: [...new Set([site.origin, ...others.map(({ origin }) => origin)])] };
}

const isBelow = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);
