/** GET and POST /callback: handles the return from a provider and redirects to the app. */
import type { Context } from 'hono';
import { isOfOtherIssuer, lockIdentity, type NewIdentity, type Profile } from '#server/auth/accounts/identities.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { ProviderSettings } from '#server/auth/context/auth-settings.ts';
import { createFlowState } from '#server/auth/links/pkce.ts';
import { describeFailure, describeSuccess, type AcceptedLink } from '#server/auth/links/redirects.ts';
import {
  defineRoute,
  noBody,
  anyone,
  answerFailure,
  type SessionClient,
  type RouteSpec,
} from '#server/auth/requests/route.ts';
import { fail, runSteps, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { reportBug } from '#server/log/log.ts';
import { findProvider, toCallbackAddress } from './authorize.ts';
import { callProvider, connectProvider, reportProviderError } from './connect-provider.ts';
import { consumeProviderFlow, type Linking, type ProviderFlow } from './provider-flows.ts';
import { readProfile, type ProviderAnswer } from './read-profile.ts';
import { checkLink, resolveUser } from './resolve-user.ts';

/**
 * Handles a callback. Without a valid state the browser goes to the site, because only the state knows the destination,
 * and it works once.
 */
const callback = {
  path: '/callback',
  // Link scanners must not consume the state.
  spare: (c) => (c.req.method === 'HEAD' ? c.body(null, 200) : null),
  limit: 'providerByAddress',
  caller: anyone,
  body: noBody,
  async *work(auth, { c, client, text }) {
    const fields = yield* readFields(c, text);
    const flow = yield* consumeFlow(auth, fields);
    const { redirectTo, challenge } = flow;
    const target = await runSteps(finish(auth, { flow, fields, client }));
    const address = target.ok ? target.value : describeFailure(target.failure, redirectTo, challenge !== null);
    // With 303, the browser does not repeat a posted form.
    return c.redirect(address, 303);
  },
  onFailure(auth, c, failure) {
    if (failure.type === 'body-too-large') return answerFailure(c, failure);
    return c.redirect(describeFailure(failure, auth.settings.siteUrl, true), 303);
  },
} as const satisfies Omit<RouteSpec<null, null>, 'method'>;

export const callbackByQuery = defineRoute({ method: 'GET', ...callback });

export const callbackByForm = defineRoute({ method: 'POST', ...callback });

type Fields = Readonly<Record<'state' | 'code' | 'iss' | 'user' | 'error', string>>;

/**
 * Reads the parameters of a callback. Apple posts a form ("OAuth 2.0 Form Post Response Mode"); other providers use the
 * query.
 */
async function* readFields(c: Context, text: () => Steps<string>): Steps<Fields> {
  const isForm = c.req.method === 'POST';
  const fields = isForm ? new URLSearchParams(yield* text()) : new URL(c.req.url).searchParams;
  const read = (name: string): string => fields.get(name) ?? '';
  return {
    state: read('state'),
    code: read('code'),
    iss: read('iss'),
    user: read('user'),
    error: read('error'),
  };
}

async function* consumeFlow(auth: AuthContext, { state }: Fields): Steps<ProviderFlow> {
  if (state === '') return yield* fail('bad-oauth-callback', { message: 'OAuth state parameter missing' });
  const flow = /^[\w-]{43}$/.test(state) ? await consumeProviderFlow(auth.sql, state, auth.now()) : undefined;
  return flow === undefined ? yield* fail('bad-oauth-state') : flow;
}

type Returned = { readonly flow: ProviderFlow; readonly fields: Fields; readonly client: SessionClient };

/** Returns the redirect address. A person is waiting, so even a bug must not end in JSON. */
async function* finish(auth: AuthContext, returned: Returned): Steps<string> {
  try {
    const profile = yield* readCallbackProfile(auth, returned);
    const accepted = yield* inTransaction(auth.sql, (tx) => accept(tx, auth, { ...returned, profile }));
    return yield* describeSuccess(auth, accepted, { redirectTo: returned.flow.redirectTo });
  } catch (error) {
    reportBug(error);
    return yield* fail('unexpected');
  }
}

/** Exchanges the code of the callback for the user's profile. */
async function* readCallbackProfile(auth: AuthContext, { flow, fields }: Returned): Steps<Profile> {
  const provider = findProvider(auth.settings, flow.provider);
  if (provider === undefined) return yield* fail('unsupported-provider');
  const answer = yield* parseAnswer(auth, provider, fields);
  const profile = yield* callProvider(provider.name, async () => {
    const connection = await connectProvider(provider, auth.now().getTime());
    return readProfile(connection, provider, { flow, answer });
  });
  return profile === undefined ? yield* fail('provider-failed') : profile;
}

/** Longer than the codes of all providers. */
const MAX_LENGTH = 4096;

function* parseAnswer(
  { settings }: AuthContext,
  { name, kind }: ProviderSettings,
  { state, code, iss, user, error }: Fields,
): Checks<ProviderAnswer> {
  if (error !== '') return yield* refuseProvider(name, error);
  if (code === '' || code.length > MAX_LENGTH) {
    return yield* fail('bad-oauth-callback', { message: 'OAuth callback with missing authorization code' });
  }
  const address = new URL(toCallbackAddress(settings));
  // openid-client compares `iss` with the issuer (RFC 9207). GitHub has none.
  const answeredBy = kind === 'oidc' && iss !== '' ? { iss } : {};
  address.search = new URLSearchParams({ code, state, ...answeredBy }).toString();
  return { address, state, user };
}

/**
 * Converts an error of the provider (RFC 6749, section 4.1.2.1). Its description is not shown, because anyone could
 * have written it.
 */
function* refuseProvider(provider: string, error: string): Checks<never> {
  // Apple uses the second one.
  if (error === 'access_denied' || error === 'user_cancelled_authorize') return yield* fail('provider-denied');
  reportProviderError(provider, /^[a-z_]{1,40}$/.test(error) ? error : 'UNKNOWN');
  return yield* fail('provider-failed');
}

/**
 * Refuses identities of a different issuer. If an operator reassigns a provider name, users of the new issuer must not
 * get into accounts of the old one.
 */
async function* requireSameIssuer(tx: TransactionSql, identity: NewIdentity): Steps<void> {
  await lockIdentity(tx, identity);
  if (!(await isOfOtherIssuer(tx, identity))) return;
  reportProviderError(identity.provider, 'this person is known from another issuer');
  yield* fail('provider-failed');
}

/**
 * Resolves the user and opens a session, or creates a code that the client exchanges for one. If the flow links an
 * identity, the exchange completes it.
 */
async function* accept(
  tx: TransactionSql,
  { settings, now }: AuthContext,
  { flow, profile, client }: Returned & { readonly profile: Profile },
): Steps<AcceptedLink> {
  const identity = { provider: flow.provider, profile, now: now() };
  yield* requireSameIssuer(tx, identity);
  const { linking, challenge } = flow;
  if (linking !== null) return yield* issueLinkingCode(tx, { ...flow, linking }, identity);
  const user = yield* resolveUser(tx, settings, identity);
  const proof = { userId: user, method: 'oauth' };
  if (challenge === null) {
    return { opened: await openSession(tx, { ...proof, client, now: identity.now }) };
  }
  const state = { ...proof, challenge, linking: null, createdAt: identity.now };
  return { code: await createFlowState(tx, state) };
}

type LinkingFlow = ProviderFlow & { readonly linking: Linking };

/** Checks the link now, so that the app can show why it is refused, and again when the code is exchanged. */
async function* issueLinkingCode(
  tx: TransactionSql,
  { linking, challenge, provider }: LinkingFlow,
  identity: NewIdentity,
): Steps<AcceptedLink> {
  if (challenge === null) return yield* fail('linking-needs-challenge');
  const user = yield* checkLink(tx, { linking, identity });
  const pending = { provider, profile: identity.profile, sessionId: linking.sessionId };
  const state = { userId: user.id, method: 'oauth', challenge, linking: pending, createdAt: identity.now };
  return { code: await createFlowState(tx, state) };
}
