/** What is known of providers beforehand: where they are, how one speaks with them, and what is asked of them. */
import type { ProviderSettings } from '#server/auth/auth-settings.ts';

type Preset = Pick<ProviderSettings, 'kind' | 'scopes'> & {
  /** Null: each has its own, which the operator names. */
  readonly issuer: string | null;
};

/** Gives what is known of a provider of this name; any other name is a provider with OpenID Connect. */
export function findPreset(name: string): Preset {
  return presets.get(name) ?? GENERIC;
}

const GENERIC: Preset = { kind: 'oidc', issuer: null, scopes: ['openid', 'email', 'profile'] };

const presets: ReadonlyMap<string, Preset> = new Map([
  ['google', { kind: 'oidc', issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'] }],
  // Its client secret is a JWT that the operator signs with a key of Apple's, for half a year at most. It knows no scope
  // `profile`, and sends its answer as a form as soon as a name or an address is asked for.
  ['apple', { kind: 'oidc', issuer: 'https://appleid.apple.com', scopes: ['openid', 'email', 'name'] }],
  // For the addresses and who of them is verified; the profile is public.
  ['github', { kind: 'github', issuer: 'https://github.com', scopes: ['user:email'] }],
]);

/**
 * By what a provider is told to ask, even if somebody has agreed before (OpenID Connect Core 1.0, section 3.1.2.1). GitHub
 * knows another word for it, and Apple none, since it always asks.
 */
export function askAlways(provider: ProviderSettings): { readonly prompt?: string } {
  if (provider.kind === 'github') return { prompt: 'select_account' };
  return answersAsForm(provider) ? {} : { prompt: 'consent' };
}

/** Apple's rule for anybody who asks for more than an id (Sign in with Apple, "Request an authorization"). */
export function answersAsForm({ issuer }: ProviderSettings): boolean {
  return issuer === 'https://appleid.apple.com';
}
