/** Presets of known providers: issuers, kinds and scopes. */
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';

type Preset = Pick<ProviderSettings, 'kind' | 'scopes'> & {
  /** Null if each installation has its own issuer, which the operator sets. */
  readonly issuer: string | null;
};

/** Returns the preset of a name. Unknown names are OpenID Connect providers. */
export function findPreset(name: string): Preset {
  return presets.get(name) ?? GENERIC;
}

const GENERIC: Preset = { kind: 'oidc', issuer: null, scopes: ['openid', 'email', 'profile'] };

const presets: ReadonlyMap<string, Preset> = new Map([
  ['google', { kind: 'oidc', issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'] }],
  // The client secret is a JWT that the operator signs with an Apple key, valid for half a year at most. Apple has no
  // scope `profile`, and posts its response as a form if a name or an address is requested.
  ['apple', { kind: 'oidc', issuer: 'https://appleid.apple.com', scopes: ['openid', 'email', 'name'] }],
  // Needed for verified addresses. The profile is public.
  ['github', { kind: 'github', issuer: 'https://github.com', scopes: ['user:email'] }],
]);

/**
 * The parameters that make a provider ask for consent again (OpenID Connect Core 1.0, section 3.1.2.1). GitHub uses
 * another value, and Apple always asks.
 */
export function forceConsent(provider: ProviderSettings): { readonly prompt?: string } {
  if (provider.kind === 'github') return { prompt: 'select_account' };
  return answersAsForm(provider) ? {} : { prompt: 'consent' };
}

/** Apple posts a form if more than an id is requested (Sign in with Apple, "Request an authorization"). */
export function answersAsForm({ issuer }: ProviderSettings): boolean {
  return issuer === 'https://appleid.apple.com';
}
