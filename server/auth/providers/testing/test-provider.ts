/**
 * For tests: a real OpenID provider on a free loopback port, which signs in the chosen account without showing pages.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { reportBug } from '#server/log/log.ts';

/** The claims of an account. */
type TestAccount = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
};

export type TestProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The accounts by `sub`. Tests may change them at any time. */
  readonly accounts: Map<string, TestAccount>;
  /** Chooses the account that signs in if there is no `login_hint`. Null refuses the sign-in. */
  readonly chooseAccount: (subject: string | null) => void;
  readonly close: () => Promise<void>;
};

/** Starts the provider with one account, `ann`, which is chosen. Any redirect address is allowed. */
export async function startTestProvider(): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const issuer = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  const accounts = new Map<string, TestAccount>([
    ['ann', { email: 'ann@example.org', email_verified: true, name: 'Ann Example' }],
  ]);
  let chosenSubject: string | null = 'ann';
  const client = { clientId: 'checklist', clientSecret: 'a secret of the tests' };
  const choose = ({ login_hint: hint }: UnknownObject): string | null =>
    typeof hint === 'string' ? hint : chosenSubject;
  const provider = new Provider(issuer, await configure({ ...client, accounts, choose }));
  provider.Client.prototype.redirectUriAllowed = () => true;
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') === true) {
      interact(provider, choose, { request, response }).catch(reportBug);
    } else {
      void answer(request, response);
    }
  });
  return {
    issuer,
    ...client,
    accounts,
    chooseAccount: (subject) => {
      chosenSubject = subject;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

type UnknownObject = Readonly<Record<string, unknown>>;
/** Returns the `sub` that signs in for the client's parameters, or null to refuse. */
type Choose = (params: UnknownObject) => string | null;

type ProviderParts = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: ReadonlyMap<string, TestAccount>;
  readonly choose: Choose;
};

async function configure({ clientId, clientSecret, accounts, choose }: ProviderParts): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'tests', alg: 'RS256', use: 'sig' };
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/auth/v1/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy: createPolicy(choose),
      url: (_context, { uid }) => `/interaction/${uid}`,
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...accounts.get(subject) }),
    }),
    // All consents are granted.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Requires a new sign-in if another account is chosen than the one in the provider's session. */
function createPolicy(choose: Choose): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const isOtherAccount = ({ oidc }: KoaContextWithOIDC): boolean =>
    oidc.session?.accountId !== (choose(oidc.params ?? {}) ?? undefined);
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('other_account', 'another account signs in', 'login_required', isOtherAccount),
    );
  return policy;
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

async function interact(provider: Provider, choose: Choose, { request, response }: Exchange): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = choose(params);
  const refusal = { error: 'access_denied', error_description: 'Not today' };
  await provider.interactionFinished(
    request,
    response,
    accountId === null ? refusal : { login: { accountId }, consent: {} },
  );
}
