/** Sends a browser to a provider, with everything by which its answer is known again (RFC 6749 section 4.1.1). */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { AuthSettings, ProviderSettings } from '#server/auth/auth-settings.ts';
import { parseChallenge } from '#server/auth/links/pkce.ts';
import type { Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import { connectProvider } from './connect-provider.ts';
import type { Connection } from './connect-provider.ts';
import { answersAsForm, askAlways } from './presets.ts';
import { createProviderFlow } from './provider-flows.ts';
import type { Linking, OpenFlow } from './provider-flows.ts';
import { parseScopes } from './scopes.ts';
import { speakWith } from './speak.ts';

type Wish = {
  readonly provider: ProviderSettings;
  readonly place: string;
  readonly challenge: Challenge | null;
  readonly scopes: readonly string[];
  /** Hints for the provider's page. */
  readonly hints: Readonly<Record<string, string>>;
};

/** Reads what a client wants: whose provider, where to afterwards, and in which flow. */
export function readWish({ settings }: AuthBase, c: Context): Result<Wish, AuthFailure> {
  const read = (name: string): string => c.req.query(name) ?? '';
  const provider = findProvider(settings, read('provider'));
  if (provider === undefined) return fail('unsupported-provider');
  const challenge = parseChallenge(read('code_challenge'), read('code_challenge_method'));
  if (!challenge.ok) return challenge;
  const more = parseScopes(read('scopes'));
  if (more === undefined) return fail('validation-failed', { message: 'scopes is not valid' });
  const place = chooseRedirect(settings, read('redirect_to'));
  const scopes = [...new Set([...provider.scopes, ...more])];
  return { ok: true, value: { provider, place, challenge: challenge.value, scopes, hints: readHints(c.req.query()) } };
}

export function findProvider({ providers }: AuthSettings, name: string): ProviderSettings | undefined {
  return providers.find((provider) => provider.name === name);
}

/**
 * What of the client's own parameters is handed on. By name: everything else, such as `redirect_uri` or `request`, could
 * change where the answer goes or what it proves.
 */
const HINTS = ['prompt', 'login_hint', 'hd', 'domain_hint', 'kc_idp_hint', 'ui_locales', 'access_type'];

function readHints(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name, text]) => HINTS.includes(name) && text.length <= 200));
}

/** Gives the provider's address for this browser, once the way back is written down. */
export async function sendOff(
  auth: AuthBase,
  c: Context,
  { linking, ...wish }: Wish & { readonly linking: Linking | null },
): Promise<Result<string, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'providerByAddress');
  if (!limited.ok) return limited;
  const { provider, place, challenge } = wish;
  const now = auth.now();
  const connected = await speakWith(provider.name, () => connectProvider(provider, now.getTime()));
  if (!connected.ok) return connected;
  const flow = await createProviderFlow(auth.sql, {
    provider: provider.name,
    redirectTo: place,
    challenge,
    linking,
    now,
  });
  const hints = linking === null ? wish.hints : { ...wish.hints, ...askAlways(provider) };
  return speakWith(provider.name, () => writeAddress(auth, connected.value, { wish: { ...wish, hints }, flow }));
}

async function writeAddress(
  { settings }: AuthBase,
  { library, config }: Connection,
  { wish, flow }: { readonly wish: Wish; readonly flow: OpenFlow },
): Promise<string> {
  const { provider, scopes, hints } = wish;
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

/** What the operator enters at the provider. */
export function toCallbackAddress({ siteUrl }: AuthSettings): string {
  return `${siteUrl.replace(/\/+$/, '')}/auth/v1/callback`;
}
