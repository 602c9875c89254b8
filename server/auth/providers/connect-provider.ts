/** Connects to providers and calls them. Their metadata is fetched when it is first needed and cached for an hour. */
import type * as openid from 'openid-client';
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { fail, type Steps } from '#server/auth/requests/steps.ts';
import { readBounded } from '#server/http/read-bounded.ts';
import { readErrorCode } from '#server/result.ts';
import { reportBug } from '#server/log/log.ts';
import { isLoopback } from './provider-settings.ts';

type Library = typeof openid;

export type Connection = { readonly library: Library; readonly config: Configuration };

const LIFETIME = 3600_000;

/** Timeout of each request to a provider, in seconds. A user is waiting in front of an empty page. */
const PATIENCE = 8;

type CachedConnection = { readonly since: number; readonly connection: Promise<Connection> };

/** Keyed by the settings object, so that several servers in one process do not share connections. */
const connectionCache = new WeakMap<ProviderSettings, CachedConnection>();

/**
 * Returns the connection. Concurrent calls share one request. If the provider is unreachable, the last known metadata
 * is used. Rejects if there is none, or if the provider is not the expected issuer.
 * The library is imported here, so that servers without providers never load it.
 */
export async function connectProvider(provider: ProviderSettings, now: number): Promise<Connection> {
  const cached = connectionCache.get(provider);
  if (cached !== undefined && now - cached.since < LIFETIME) return cached.connection;
  const connection = openOrReuse(provider, cached?.connection);
  connectionCache.set(provider, { since: now, connection });
  return connection;
}

async function openOrReuse(provider: ProviderSettings, earlier: Promise<Connection> | undefined): Promise<Connection> {
  try {
    return await openConnection(await import('openid-client'), provider);
  } catch (error) {
    if (earlier !== undefined) return earlier;
    connectionCache.delete(provider);
    throw error;
  }
}

async function openConnection(library: Library, provider: ProviderSettings): Promise<Connection> {
  const config = await (provider.kind === 'github' ? describeGitHub(library, provider) : discover(library, provider));
  config.timeout = PATIENCE;
  return { library, config };
}

/** Discovers the provider (OpenID Connect Discovery 1.0). Fails if the metadata names another issuer. */
function discover(library: Library, provider: ProviderSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  // Off by default because the id_token comes over TLS. Here it is the only proof of identity, so its signature is
  // checked.
  const execute = [library.enableNonRepudiationChecks, ...allowLoopback(library, provider)];
  return library.discovery(new URL(issuer), clientId, { client_secret: clientSecret }, chooseAuthentication(library), {
    execute,
    timeout: PATIENCE,
    [library.customFetch]: boundedFetch,
  });
}

/** GitHub does not support discovery; see "Authorizing OAuth apps" in its documentation. */
async function describeGitHub(library: Library, provider: ProviderSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const site = issuer.replace(/\/+$/, '');
  const server = {
    issuer,
    authorization_endpoint: `${site}/login/oauth/authorize`,
    token_endpoint: `${site}/login/oauth/access_token`,
  };
  const config = new library.Configuration(server, clientId, { client_secret: clientSecret });
  config[library.customFetch] = boundedFetch;
  for (const extension of allowLoopback(library, provider)) extension(config);
  return config;
}

/** Allows plain HTTP for loopback addresses. The library refuses it by default. */
function allowLoopback(library: Library, { issuer }: ProviderSettings): readonly ((config: Configuration) => void)[] {
  // The library marks this as deprecated only to make it stand out.
  // oxlint-disable-next-line typescript/no-deprecated
  return isLoopback(issuer) ? [library.allowInsecureRequests] : [];
}

/**
 * Sends the client secret in the body, or in a header if the provider does not support that (Discovery 1.0, section 3).
 */
function chooseAuthentication({ ClientSecretPost, ClientSecretBasic }: Library): ClientAuth {
  const [post, basic] = [ClientSecretPost(), ClientSecretBasic()];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}

/** Runs a request to the named provider. */
export async function* callProvider<T>(name: string, work: () => Promise<T>): Steps<T> {
  try {
    return await work();
  } catch (error) {
    reportProviderError(name, error instanceof Error ? describeProviderError(error) : 'UNKNOWN');
    return yield* fail('provider-failed');
  }
}

/**
 * Reports the kind of error to the operator, such as `invalid_client` for a wrong secret. The report never contains the
 * provider's response, which could include codes or tokens, or text from a visitor.
 */
export function reportProviderError(name: string, word: string): void {
  const known = /^[\w ]{1,120}$/.test(word) ? word : 'UNKNOWN';
  reportBug(Object.assign(new Error(`The sign-in provider ${name} failed: ${known}`), { stack: '' }));
}

/**
 * Collects the error codes of the library and the system, and the standard OAuth code if there is one (RFC 6749,
 * section 5.2).
 */
export function describeProviderError(error: Error): string {
  const codes = [error, error.cause].map(readErrorCode).filter((code) => code !== 'UNKNOWN');
  const oauthCodes = 'error' in error && typeof error.error === 'string' ? [error.error] : [];
  return [...new Set([error.name, ...codes, ...oauthCodes])].join(' ');
}

/** Key sets and profiles take a few kilobytes. */
const MAX_BYTES = 256 * 1024;

/**
 * A `fetch` for openid-client. It does not follow redirects, so that only addresses named by the operator's issuer are
 * contacted. Rejects if the response is too large or takes too long.
 */
export async function boundedFetch(url: string, { body, ...options }: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, body: body ?? null, redirect: 'manual' });
  const { status, headers: responseHeaders } = response;
  return new Response(await readBounded(response, MAX_BYTES), { status, headers: responseHeaders });
}
