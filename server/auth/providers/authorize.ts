/** GET /authorize and GET /user/identities/authorize: redirects to a provider, to sign in or to link an identity. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings, ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { requireAssurance, requireRecentSignIn } from '#server/auth/factors/assurance.ts';
import { parseChallenge, type Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect, describeFailure } from '#server/auth/links/redirects.ts';
import { type AuthFailure, fail, runSteps, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { limitAddress, limitSubject } from '#server/auth/requests/limits.ts';
import { defineRoute, noBody, answerFailure, type Guard } from '#server/auth/requests/route.ts';
import { signedInUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import { callProvider, connectProvider, type Connection } from './connect-provider.ts';
import { createProviderFlow, type Linking, type OpenFlow } from './provider-flows.ts';
import { answersAsForm, forceConsent, parseScopes } from './provider-settings.ts';

/**
 * Starts a sign-in. A browser navigates here, so failures that users can cause (an unreachable provider, too many
 * attempts) redirect to the app. Errors in the client's own parameters are returned directly.
 *
 * Login CSRF: an attacker could make a victim's browser return with the attacker's response and so sign the victim in
 * as the attacker. Clients that send a PKCE challenge are safe, because the code is worthless without the verifier in
 * the browser that started the flow. Clients of the implicit flow are not protected, as in hosted Supabase. Our app
 * sends a challenge.
 */
export const startAuthorization = defineRoute({
  method: 'GET',
  path: '/authorize',
  limit: 'providerByAddress',
  async *caller(auth, { c, count }) {
    const params = yield* readParams(auth, c);
    yield* count();
    return params;
  },
  body: noBody,
  async *work(auth, { c, caller: params }) {
    return answerAddress(c, yield* startFlow(auth, { ...params, linking: null }));
  },
  onFailure(auth, c, failure) {
    if (wantsAddress(c) || CLIENT_ERRORS.has(failure.type)) return answerFailure(c, failure);
    const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
    return c.redirect(describeFailure(failure, redirectTo, (c.req.query('code_challenge') ?? '') !== ''), 302);
  },
});

const CLIENT_ERRORS: ReadonlySet<AuthFailure['type']> = new Set(['unsupported-provider', 'validation-failed']);

/**
 * A user who may change sign-in methods. Stricter than hosted Supabase: a stolen password must not be enough to add a
 * sign-in method next to the second factor.
 */
export const linkingUser: Guard<SignedIn> = async function* (auth, request) {
  const signedIn = yield* signedInUser(auth, request);
  if (!auth.settings.manualLinking) return yield* fail('linking-disabled');
  const assured = await runSteps(requireAssurance(auth, signedIn));
  if (!assured.ok) return yield* fail('linking-needs-aal2');
  yield* limitSubject(auth, 'changeByAccount', signedIn.user.id);
  return signedIn;
};

/**
 * Starts linking an identity. The flow is bound to the user and session of the token, so it cannot affect another
 * account, and to the browser: the identity is linked only when a client exchanges the code with the verifier. So a user
 * who is tricked into opening a flow that an attacker started does not link their identity to the attacker's account.
 * Unlike in hosted Supabase, a challenge is therefore required (RFC 9700, section 2.1.1). To prevent accidental linking,
 * the provider is always asked for consent, whatever hints the client sends.
 */
export const startLinking = defineRoute({
  method: 'GET',
  path: '/user/identities/authorize',
  limit: 'otherByAddress',
  caller: linkingUser,
  body: noBody,
  async *work(auth, { c, client, caller: { user, session } }) {
    yield* requireRecentSignIn(auth, session);
    const params = yield* readParams(auth, c);
    if (params.challenge === null) return yield* fail('linking-needs-challenge');
    // The provider is called as for a sign-in, so this counts as one too.
    yield* limitAddress(auth, client.ip, 'providerByAddress');
    const linking = { userId: user.id, sessionId: session.id };
    return answerAddress(c, yield* startFlow(auth, { ...params, linking }));
  },
});

function answerAddress(c: Context, url: string): Response {
  return wantsAddress(c) ? c.json({ url }) : c.redirect(url, 302);
}

const wantsAddress = (c: Context): boolean => c.req.query('skip_http_redirect') === 'true';

type AuthorizeParams = {
  readonly provider: ProviderSettings;
  readonly redirectTo: string;
  readonly challenge: Challenge | null;
  readonly scopes: readonly string[];
  /** Parameters that are passed on to the provider. */
  readonly hints: Readonly<Record<string, string>>;
};

/** Parses the provider, the destination and the flow that the client requests. */
function* readParams({ settings }: AuthContext, c: Context): Checks<AuthorizeParams> {
  const read = (name: string): string => c.req.query(name) ?? '';
  const provider = findProvider(settings, read('provider'));
  if (provider === undefined) return yield* fail('unsupported-provider');
  const challenge = yield* parseChallenge(read('code_challenge'), read('code_challenge_method'));
  const more = parseScopes(read('scopes'));
  if (more === undefined) return yield* fail('validation-failed', { message: 'scopes is not valid' });
  const redirectTo = chooseRedirect(settings, read('redirect_to'));
  const scopes = [...new Set([...provider.scopes, ...more])];
  return { provider, redirectTo, challenge, scopes, hints: readHints(c.req.query()) };
}

export function findProvider({ providers }: AuthSettings, name: string): ProviderSettings | undefined {
  return providers.find((provider) => provider.name === name);
}

/**
 * The client parameters that are passed on. This is a list of allowed names, because others, such as `redirect_uri` or
 * `request`, could change where the response goes or what it proves.
 */
const HINTS = ['prompt', 'login_hint', 'hd', 'domain_hint', 'kc_idp_hint', 'ui_locales', 'access_type'];

function readHints(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name, text]) => HINTS.includes(name) && text.length <= 200));
}

/** Stores the flow and returns the authorization URL of the provider (RFC 6749, section 4.1.1). */
async function* startFlow(
  auth: AuthContext,
  { linking, ...params }: AuthorizeParams & { readonly linking: Linking | null },
): Steps<string> {
  const { provider, redirectTo, challenge } = params;
  const now = auth.now();
  const connected = yield* callProvider(provider.name, () => connectProvider(provider, now.getTime()));
  const flow = await createProviderFlow(auth.sql, { provider: provider.name, redirectTo, challenge, linking, now });
  const hints = linking === null ? params.hints : { ...params.hints, ...forceConsent(provider) };
  return yield* callProvider(provider.name, () =>
    buildAuthorizationUrl(auth, connected, { params: { ...params, hints }, flow }),
  );
}

async function buildAuthorizationUrl(
  { settings }: AuthContext,
  { library, config }: Connection,
  { params, flow }: { readonly params: AuthorizeParams; readonly flow: OpenFlow },
): Promise<string> {
  const { provider, scopes, hints } = params;
  const url = library.buildAuthorizationUrl(config, {
    ...hints,
    redirect_uri: toCallbackAddress(settings),
    scope: scopes.join(' '),
    state: flow.state,
    code_challenge: await library.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'oidc' && { nonce: flow.nonce }),
    ...(answersAsForm(provider) && { response_mode: 'form_post' }),
  });
  return url.href;
}

/** The callback address that the operator registers at the provider. */
export function toCallbackAddress({ siteUrl }: AuthSettings): string {
  return `${siteUrl.replace(/\/+$/, '')}/auth/v1/callback`;
}
