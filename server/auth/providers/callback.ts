/** GET and POST /callback: handles the return from a provider and redirects to the app. */
import type { Context } from 'hono';
import { isOfOtherIssuer, lockIdentity } from '#server/auth/accounts/identities.ts';
import type { NewIdentity, Profile } from '#server/auth/accounts/identities.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { createFlowState } from '#server/auth/links/pkce/flow-states.ts';
import { describeFailure, describeSuccess } from '#server/auth/links/redirects/redirect-to-app.ts';
import type { AcceptedLink } from '#server/auth/links/redirects/redirect-to-app.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { readText } from '#server/auth/requests/read-body.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { reportBug } from '#server/log/report-bug.ts';
import type { Result } from '#server/result.ts';
import { resolveUser } from '#server/auth/providers/profile/resolve-user.ts';
import { findProvider, toCallbackAddress } from './authorize.ts';
import { reportProviderError, callProvider } from '#server/auth/providers/connection/call-provider.ts';
import { connectProvider } from '#server/auth/providers/connection/connect-provider.ts';
import { checkLink } from './link-profile.ts';
import { consumeProviderFlow } from '#server/auth/providers/connection/provider-flows.ts';
import type { Linking, ProviderFlow } from '#server/auth/providers/connection/provider-flows.ts';
import { readProfile } from '#server/auth/providers/profile/read-profile.ts';
import type { ProviderAnswer } from '#server/auth/providers/profile/read-profile.ts';

/**
 * Handles a callback. Without a valid state the browser goes to the site, because only the state knows the destination,
 * and it works once.
 */
export async function handleCallback(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  // Link scanners must not consume the state.
  if (c.req.method === 'HEAD') return { ok: true, value: c.body(null, 200) };
  const toSite = (failure: AuthFailure): Result<Response, AuthFailure> => ({
    ok: true,
    value: c.redirect(describeFailure(failure, auth.settings.siteUrl, true), 303),
  });
  // Counts the address before reading the body.
  const limited = await limitAddress(auth, c, 'providerByAddress');
  if (!limited.ok) return toSite(limited.failure);
  const read = await readFields(c);
  if (!read.ok) return read;
  const fields = read.value;
  const flow = await consumeFlow(auth, fields);
  if (!flow.ok) return toSite(flow.failure);
  const { redirectTo, challenge } = flow.value;
  const target = await finish(auth, { flow: flow.value, fields, client: readClient(auth, c) });
  const address = target.ok ? target.value : describeFailure(target.failure, redirectTo, challenge !== null);
  // With 303, the browser does not repeat a posted form.
  return { ok: true, value: c.redirect(address, 303) };
}

type Fields = Readonly<Record<'state' | 'code' | 'iss' | 'user' | 'error', string>>;

/**
 * Reads the parameters of a callback. Apple posts a form ("OAuth 2.0 Form Post Response Mode"); other providers use the
 * query.
 */
async function readFields(c: Context): Promise<Result<Fields, AuthFailure>> {
  const form = c.req.method === 'POST' ? await readText(c) : null;
  if (form?.ok === false) return form;
  const fields = form === null ? new URL(c.req.url).searchParams : new URLSearchParams(form.value);
  const read = (name: string): string => fields.get(name) ?? '';
  const value = {
    state: read('state'),
    code: read('code'),
    iss: read('iss'),
    user: read('user'),
    error: read('error'),
  };
  return { ok: true, value };
}

async function consumeFlow(auth: AuthContext, { state }: Fields): Promise<Result<ProviderFlow, AuthFailure>> {
  if (state === '') return fail('bad-oauth-callback', { message: 'OAuth state parameter missing' });
  const flow = /^[\w-]{43}$/.test(state) ? await consumeProviderFlow(auth.sql, state, auth.now()) : undefined;
  return flow === undefined ? fail('bad-oauth-state') : { ok: true, value: flow };
}

type Returned = { readonly flow: ProviderFlow; readonly fields: Fields; readonly client: SessionClient };

/** Returns the redirect address. A person is waiting, so even a bug must not end in JSON. */
async function finish(auth: AuthContext, returned: Returned): Promise<Result<string, AuthFailure>> {
  try {
    const profile = await readCallbackProfile(auth, returned);
    if (!profile.ok) return profile;
    const accepted = await auth.sql.begin((tx) => accept(tx, auth, { ...returned, profile: profile.value }));
    return accepted.ok
      ? await describeSuccess(auth, accepted.value, { redirectTo: returned.flow.redirectTo })
      : accepted;
  } catch (error) {
    reportBug(error);
    return fail('unexpected');
  }
}

/** Exchanges the code of the callback for the user's profile. */
async function readCallbackProfile(
  auth: AuthContext,
  { flow, fields }: Returned,
): Promise<Result<Profile, AuthFailure>> {
  const provider = findProvider(auth.settings, flow.provider);
  if (provider === undefined) return fail('unsupported-provider');
  const answer = parseAnswer(auth, provider, fields);
  if (!answer.ok) return answer;
  const profile = await callProvider(provider.name, async () => {
    const connection = await connectProvider(provider, auth.now().getTime());
    return readProfile(connection, provider, { flow, answer: answer.value });
  });
  if (!profile.ok) return profile;
  return profile.value === undefined ? fail('provider-failed') : { ok: true, value: profile.value };
}

/** Longer than the codes of all providers. */
const MAX_LENGTH = 4096;

function parseAnswer(
  { settings }: AuthContext,
  { name, kind }: ProviderSettings,
  { state, code, iss, user, error }: Fields,
): Result<ProviderAnswer, AuthFailure> {
  if (error !== '') return refuse(name, error);
  if (code === '' || code.length > MAX_LENGTH) {
    return fail('bad-oauth-callback', { message: 'OAuth callback with missing authorization code' });
  }
  const address = new URL(toCallbackAddress(settings));
  // openid-client compares `iss` with the issuer (RFC 9207). GitHub has none.
  const answeredBy = kind === 'oidc' && iss !== '' ? { iss } : {};
  address.search = new URLSearchParams({ code, state, ...answeredBy }).toString();
  return { ok: true, value: { address, state, user } };
}

/**
 * Converts an error of the provider (RFC 6749, section 4.1.2.1). Its description is not shown, because anyone could
 * have written it.
 */
function refuse(provider: string, error: string): Result<never, AuthFailure> {
  // Apple uses the second one.
  if (error === 'access_denied' || error === 'user_cancelled_authorize') return fail('provider-denied');
  reportProviderError(provider, /^[a-z_]{1,40}$/.test(error) ? error : 'UNKNOWN');
  return fail('provider-failed');
}

/**
 * Refuses identities of a different issuer. If an operator reassigns a provider name, users of the new issuer must not
 * get into accounts of the old one.
 */
async function requireSameIssuer(tx: TransactionSql, identity: NewIdentity): Promise<Result<null, AuthFailure>> {
  await lockIdentity(tx, identity);
  if (!(await isOfOtherIssuer(tx, identity))) return { ok: true, value: null };
  reportProviderError(identity.provider, 'this person is known from another issuer');
  return fail('provider-failed');
}

/**
 * Resolves the user and opens a session, or creates a code that the client exchanges for one. If the flow links an
 * identity, the exchange completes it.
 */
async function accept(
  tx: TransactionSql,
  { settings, now }: AuthContext,
  { flow, profile, client }: Returned & { readonly profile: Profile },
): Promise<Result<AcceptedLink, AuthFailure>> {
  const identity = { provider: flow.provider, profile, now: now() };
  const same = await requireSameIssuer(tx, identity);
  if (!same.ok) return same;
  const { linking, challenge } = flow;
  if (linking !== null) return issueLinkingCode(tx, { ...flow, linking }, identity);
  const user = await resolveUser(tx, settings, identity);
  if (!user.ok) return user;
  const proof = { userId: user.value, method: 'oauth' };
  if (challenge === null) {
    return { ok: true, value: { opened: await openSession(tx, { ...proof, client, now: identity.now }) } };
  }
  const state = { ...proof, challenge, linking: null, createdAt: identity.now };
  return { ok: true, value: { code: await createFlowState(tx, state) } };
}

type LinkingFlow = ProviderFlow & { readonly linking: Linking };

/** Checks the link now, so that the app can show why it is refused, and again when the code is exchanged. */
async function issueLinkingCode(
  tx: TransactionSql,
  { linking, challenge, provider }: LinkingFlow,
  identity: NewIdentity,
): Promise<Result<AcceptedLink, AuthFailure>> {
  if (challenge === null) return fail('linking-needs-challenge');
  const user = await checkLink(tx, { linking, identity });
  if (!user.ok) return user;
  const pending = { provider, profile: identity.profile, sessionId: linking.sessionId };
  const state = { userId: user.value.id, method: 'oauth', challenge, linking: pending, createdAt: identity.now };
  return { ok: true, value: { code: await createFlowState(tx, state) } };
}
