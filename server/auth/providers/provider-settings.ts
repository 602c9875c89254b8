/** Parses the operator's settings for providers: PROVIDERS lists them, and PROVIDER_<NAME>_... configures each one. */
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import type { Result } from '#server/result.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type ProvidersFailure = {
  readonly type: 'wrong-provider';
  /** The environment variable that is missing or invalid. Its value may be a secret and is not included. */
  readonly variable: string;
};

/**
 * Reads `PROVIDERS=google,keycloak` from the environment, and for each of them `PROVIDER_GOOGLE_CLIENT_ID`,
 * `PROVIDER_GOOGLE_CLIENT_SECRET`, `PROVIDER_GOOGLE_ISSUER` (if there is no preset) and optionally
 * `PROVIDER_GOOGLE_SCOPES`. The server trusts these providers to verify addresses.
 * @returns the providers in order, or the first invalid variable
 */
export function readProviders(env: Environment): Result<readonly ProviderSettings[], ProvidersFailure> {
  const names = splitWords(env['PROVIDERS'] ?? '');
  if (!names.every((name) => NAME.test(name) && !TAKEN.has(name)) || new Set(names).size < names.length) {
    return wrong('PROVIDERS');
  }
  const providers: ProviderSettings[] = [];
  for (const name of names) {
    const provider = readProvider(env, name);
    if (!provider.ok) return provider;
    providers.push(provider.value);
  }
  return { ok: true, value: providers };
}

/** Names appear in addresses, in the database and, in upper case, in variable names. */
const NAME = /^[a-z][a-z\d_]{0,30}$/;

/** Names with another meaning in hosted Supabase. */
const TAKEN: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous_users', 'web3', 'sso', 'saml']);

function readProvider(env: Environment, name: string): Result<ProviderSettings, ProvidersFailure> {
  const variable = (part: string): string => `PROVIDER_${name.toUpperCase()}_${part}`;
  const read = (part: string): string => env[variable(part)]?.trim() ?? '';
  const preset = findPreset(name);
  // Must match the provider's own metadata exactly, including a trailing slash.
  const issuer = read('ISSUER') || (preset.issuer ?? '');
  if (!isSafeIssuer(issuer)) return wrong(variable('ISSUER'));
  const [clientId, clientSecret] = [read('CLIENT_ID'), read('CLIENT_SECRET')];
  if (clientId === '') return wrong(variable('CLIENT_ID'));
  if (clientSecret === '') return wrong(variable('CLIENT_SECRET'));
  const chosen = parseScopes(read('SCOPES'));
  if (chosen === undefined) return wrong(variable('SCOPES'));
  const scopes = chosen.length === 0 ? preset.scopes : addOpenId(chosen, preset.kind);
  return { ok: true, value: { name, kind: preset.kind, issuer, clientId, clientSecret, scopes } };
}

/** Adds the scope `openid`, which is required for an id_token (OpenID Connect Core 1.0, section 3.1.2.1). */
function addOpenId(scopes: readonly string[], kind: ProviderSettings['kind']): readonly string[] {
  return kind === 'oidc' && !scopes.includes('openid') ? ['openid', ...scopes] : scopes;
}

const wrong = (variable: string): Result<never, ProvidersFailure> => ({
  ok: false,
  failure: { type: 'wrong-provider', variable },
});

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const MAX_SCOPES = 20;

/**
 * Splits scopes at spaces or commas (RFC 6749, section 3.3). Returns undefined if one is invalid or there are too many.
 */
export function parseScopes(text: string): readonly string[] | undefined {
  const scopes = splitWords(text);
  return scopes.length <= MAX_SCOPES && scopes.every((scope) => SCOPE.test(scope)) ? scopes : undefined;
}

const splitWords = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/**
 * Whether an issuer is safe to send secrets to: it uses TLS, or it is on this machine (tests, and providers behind the
 * same proxy). Queries, fragments (OpenID Connect Discovery 1.0, section 4) and passwords are refused.
 */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer);
  if (url === null || url.username !== '' || url.password !== '' || /[?#\s]/.test(issuer)) return false;
  return url.protocol === 'https:' || isLoopback(issuer);
}

/** Whether the address is plain HTTP on this machine, which cannot be intercepted. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

type Preset = Pick<ProviderSettings, 'kind' | 'scopes'> & {
  /** Null if each installation has its own issuer, which the operator sets. */
  readonly issuer: string | null;
};

/** Returns the preset of a name. Unknown names are OpenID Connect providers. */
function findPreset(name: string): Preset {
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
