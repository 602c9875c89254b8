/** The operator's settings for providers: PROVIDERS names them, PROVIDER_<NAME>_... says how each is reached. */
import type { ProviderSettings } from '#server/auth/auth-settings.ts';
import type { Result } from '#server/result.ts';
import { isSafeIssuer } from './issuer.ts';
import { findPreset } from './presets.ts';
import { parseScopes, splitWords } from './scopes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type ProvidersFailure = {
  readonly type: 'wrong-provider';
  /** The environment variable that is missing or wrong; its text may be a secret, and is not told. */
  readonly variable: string;
};

/**
 * Takes the environment: `PROVIDERS=google,keycloak`, and for each of them `PROVIDER_GOOGLE_CLIENT_ID`,
 * `PROVIDER_GOOGLE_CLIENT_SECRET`, `PROVIDER_GOOGLE_ISSUER` (where no preset knows it) and, where others than the usual
 * ones are wanted, `PROVIDER_GOOGLE_SCOPES`. Whoever is named here is trusted to check its people's addresses.
 * Gives the providers in that order, or the first variable that is wrong.
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

/** As it stands in addresses, in the database and, in capitals, in names of variables. */
const NAME = /^[a-z][a-z\d_]{0,30}$/;

/** The hosted service means something else by these. */
const TAKEN: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous_users', 'web3', 'sso', 'saml']);

function readProvider(env: Environment, name: string): Result<ProviderSettings, ProvidersFailure> {
  const variable = (part: string): string => `PROVIDER_${name.toUpperCase()}_${part}`;
  const read = (part: string): string => env[variable(part)]?.trim() ?? '';
  const preset = findPreset(name);
  // As the provider writes it, to the last slash: it is compared with what the provider says of itself.
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

/** Without it there is no id_token (OpenID Connect Core 1.0, section 3.1.2.1). */
function addOpenId(scopes: readonly string[], kind: ProviderSettings['kind']): readonly string[] {
  return kind === 'oidc' && !scopes.includes('openid') ? ['openid', ...scopes] : scopes;
}

const wrong = (variable: string): Result<never, ProvidersFailure> => ({
  ok: false,
  failure: { type: 'wrong-provider', variable },
});
