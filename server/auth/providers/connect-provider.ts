/** The way to speak with a provider: its own description of itself, read when it is first needed and kept for an hour. */
import type * as openid from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import type { ProviderSettings } from '#server/auth/auth-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { isLoopback } from './issuer.ts';

type Library = typeof openid;

export type Connection = { readonly library: Library; readonly config: Configuration };

const LIFETIME = 3600_000;

/** Seconds for each question to a provider: somebody waits in front of an empty page. */
const PATIENCE = 8;

type Kept = { readonly since: number; readonly connection: Promise<Connection> };

/** By the settings themselves: those of another server of this process are others. */
const keptConnections = new WeakMap<ProviderSettings, Kept>();

/**
 * Gives the connection. Those who come at the same time share one question to the provider. Rejects where the provider is
 * away or is not who it should be; if it was there before, what it said then counts on.
 * The library is loaded here, so that a server without providers never has it in memory.
 */
export async function connectProvider(provider: ProviderSettings, now: number): Promise<Connection> {
  const kept = keptConnections.get(provider);
  if (kept !== undefined && now - kept.since < LIFETIME) return kept.connection;
  const connection = openOrKeep(provider, kept?.connection);
  keptConnections.set(provider, { since: now, connection });
  return connection;
}

async function openOrKeep(provider: ProviderSettings, earlier: Promise<Connection> | undefined): Promise<Connection> {
  try {
    return await openConnection(await import('openid-client'), provider);
  } catch (error) {
    if (earlier !== undefined) return earlier;
    keptConnections.delete(provider);
    throw error;
  }
}

async function openConnection(library: Library, provider: ProviderSettings): Promise<Connection> {
  const config = await (provider.kind === 'github' ? describeGitHub(library, provider) : discover(library, provider));
  config.timeout = PATIENCE;
  return { library, config };
}

/** OpenID Connect Discovery 1.0: fails where the description names another issuer. */
function discover(library: Library, provider: ProviderSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  // Off by default, since the id_token comes through TLS; here it is the one proof of who somebody is.
  const execute = [library.enableNonRepudiationChecks, ...allowLoopback(library, provider)];
  return library.discovery(new URL(issuer), clientId, { client_secret: clientSecret }, chooseAuthentication(library), {
    execute,
    timeout: PATIENCE,
    [library.customFetch]: boundedFetch,
  });
}

/** GitHub describes itself nowhere: "Authorizing OAuth apps" in its documentation. */
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

/** The library refuses addresses without TLS, those that a provider names as well; but for this very machine. */
function allowLoopback(library: Library, { issuer }: ProviderSettings): readonly ((config: Configuration) => void)[] {
  // Marked as deprecated only to stand out.
  // oxlint-disable-next-line typescript/no-deprecated
  return isLoopback(issuer) ? [library.allowInsecureRequests] : [];
}

/** The secret in the body, or, where a provider does not name that way, in a header (Discovery 1.0, section 3). */
function chooseAuthentication({ ClientSecretPost, ClientSecretBasic }: Library): ClientAuth {
  const [post, basic] = [ClientSecretPost(), ClientSecretBasic()];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}
