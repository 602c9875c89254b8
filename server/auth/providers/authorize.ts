/** GET /authorize and GET /user/identities/authorize: redirects to a provider, to sign in or to link an identity. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings, ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { requireAssurance, requireRecentSignIn } from '#server/auth/factors/require-assurance.ts';
import { chooseRedirect } from '#server/auth/links/redirects/allowed-redirect.ts';
import { parseChallenge } from '#server/auth/links/pkce/pkce.ts';
import type { Challenge } from '#server/auth/links/pkce/pkce.ts';
import { describeFailure } from '#server/auth/links/redirects/redirect-to-app.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress, limitSubject } from '#server/auth/requests/limits.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { Result } from '#server/result.ts';
import { callProvider } from '#server/auth/providers/connection/call-provider.ts';
import { connectProvider } from '#server/auth/providers/connection/connect-provider.ts';
import type { Connection } from '#server/auth/providers/connection/connect-provider.ts';
import { answersAsForm, forceConsent } from '#server/auth/providers/connection/presets.ts';
import { createProviderFlow } from '#server/auth/providers/connection/provider-flows.ts';
import type { Linking, OpenFlow } from '#server/auth/providers/connection/provider-flows.ts';
import { parseScopes } from '#server/auth/providers/connection/provider-settings.ts';

/**
 * Starts a sign-in. A browser navigates here, so failures that users can cause (an unreachable provider, too many
 * attempts) redirect to the app. Errors in the client's own parameters are returned directly.
 *
 * Login CSRF: an attacker could make a victim's browser return with the attacker's response and so sign the victim in
 * as the attacker. Clients that send a PKCE challenge are safe, because the code is worthless without the verifier in
 * the browser that started the flow. Clients of the implicit flow are not protected, as in hosted Supabase. Our app
 * sends a challenge.
 */
export async function startAuthorization(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const params = readParams(auth, c);
  if (!params.ok) return params;
  const target = await startFlow(auth, c, { ...params.value, linking: null });
  if (target.ok) return answerAddress(c, target.value);
  if (wantsAddress(c)) return target;
  const { redirectTo, challenge } = params.value;
  return { ok: true, value: c.redirect(describeFailure(target.failure, redirectTo, challenge !== null), 302) };
}

/**
 * Starts linking an identity. The flow is bound to the user and session of the token, so it cannot affect another
 * account, and to the browser: the identity is linked only when a client exchanges the code with the verifier. So a user
 * who is tricked into opening a flow that an attacker started does not link their identity to the attacker's account.
 * Unlike in hosted Supabase, a challenge is therefore required (RFC 9700, section 2.1.1). To prevent accidental linking,
 * the provider is always asked for consent, whatever hints the client sends.
 */
export async function startLinking(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const allowed = await allowChange(auth, signedIn.value);
  if (!allowed.ok) return allowed;
  const recent = requireRecentSignIn(auth, signedIn.value.session);
  if (!recent.ok) return recent;
  const params = readParams(auth, c);
  if (!params.ok) return params;
  if (params.value.challenge === null) return fail('linking-needs-challenge');
  const { user, session } = signedIn.value;
  const target = await startFlow(auth, c, { ...params.value, linking: { userId: user.id, sessionId: session.id } });
  return target.ok ? answerAddress(c, target.value) : target;
}

/**
 * Checks that the user may change sign-in methods. Stricter than hosted Supabase: a stolen password must not be enough
 * to add a sign-in method next to the second factor.
 */
export async function allowChange(auth: AuthContext, signedIn: SignedIn): Promise<Result<null, AuthFailure>> {
  if (!auth.settings.manualLinking) return fail('linking-disabled');
  const assured = await requireAssurance(auth, signedIn);
  return assured.ok ? limitSubject(auth, 'changeByAccount', signedIn.user.id) : fail('linking-needs-aal2');
}

function answerAddress(c: Context, url: string): Result<Response, AuthFailure> {
  return { ok: true, value: wantsAddress(c) ? c.json({ url }) : c.redirect(url, 302) };
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
function readParams({ settings }: AuthContext, c: Context): Result<AuthorizeParams, AuthFailure> {
  const read = (name: string): string => c.req.query(name) ?? '';
  const provider = findProvider(settings, read('provider'));
  if (provider === undefined) return fail('unsupported-provider');
  const challenge = parseChallenge(read('code_challenge'), read('code_challenge_method'));
  if (!challenge.ok) return challenge;
  const more = parseScopes(read('scopes'));
  if (more === undefined) return fail('validation-failed', { message: 'scopes is not valid' });
  const redirectTo = chooseRedirect(settings, read('redirect_to'));
  const scopes = [...new Set([...provider.scopes, ...more])];
  return {
    ok: true,
    value: { provider, redirectTo, challenge: challenge.value, scopes, hints: readHints(c.req.query()) },
  };
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
async function startFlow(
  auth: AuthContext,
  c: Context,
  { linking, ...params }: AuthorizeParams & { readonly linking: Linking | null },
): Promise<Result<string, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'providerByAddress');
  if (!limited.ok) return limited;
  const { provider, redirectTo, challenge } = params;
  const now = auth.now();
  const connected = await callProvider(provider.name, () => connectProvider(provider, now.getTime()));
  if (!connected.ok) return connected;
  const flow = await createProviderFlow(auth.sql, {
    provider: provider.name,
    redirectTo,
    challenge,
    linking,
    now,
  });
  const hints = linking === null ? params.hints : { ...params.hints, ...forceConsent(provider) };
  return callProvider(provider.name, () =>
    buildAuthorizationUrl(auth, connected.value, { params: { ...params, hints }, flow }),
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
