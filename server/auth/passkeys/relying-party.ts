/** For which site passkeys are made and accepted. */
import type { AuthSettings } from '#server/auth/auth-settings.ts';

export type RelyingParty = {
  /** The site's host, which browsers bind passkeys to (WebAuthn, section 5.1.2: `rp.id`). */
  readonly id: string;
  /** Pages that may ask for them. */
  readonly origins: readonly string[];
};

/**
 * The site itself, and of the places that links may lead to those whose browsers would let them use the site's passkeys:
 * pages of the same host or below it. Patterns name no page.
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
