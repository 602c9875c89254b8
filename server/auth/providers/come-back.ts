/** GET and POST /callback: a browser returns from a provider, and is led on to the app, whatever happened there. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { ProviderSettings } from '#server/auth/auth-settings.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import { tellOfChange } from '#server/auth/changes/tell-of-change.ts';
import type { Accepted } from '#server/auth/links/accept-link.ts';
import { createFlowState } from '#server/auth/links/flow-states.ts';
import { describeFailure, describeSuccess } from '#server/auth/links/lead-on.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { reportBug } from '#server/report-bug.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { admitProfile } from './admit-profile.ts';
import { connectProvider } from './connect-provider.ts';
import { isOfOtherIssuer, lockIdentity } from './identities.ts';
import type { NewIdentity } from './identities.ts';
import { linkProfile } from './link-profile.ts';
import type { Profile } from './profile.ts';
import { takeProviderFlow } from './provider-flows.ts';
import type { ProviderFlow } from './provider-flows.ts';
import { readProfile } from './read-profile.ts';
import type { ProviderAnswer } from './read-profile.ts';
import { findProvider, toCallbackAddress } from './send-off.ts';
import { reportTrouble, speakWith } from './speak.ts';

/** Somebody unknown is led to the site: only the state knows of another place, and it works once. */
export async function comeBack(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  // Programs that look at addresses before their reader does must not use them up.
  if (c.req.method === 'HEAD') return { ok: true, value: c.body(null, 200) };
  const fields = await readFields(c);
  const flow = await takeFlow(auth, c, fields);
  if (!flow.ok) {
    return { ok: true, value: c.redirect(describeFailure(flow.failure, auth.settings.siteUrl, true), 303) };
  }
  const { redirectTo: place, challenge } = flow.value;
  const target = await finish(auth, { flow: flow.value, fields, client: readClient(auth, c) });
  const address = target.ok ? target.value : describeFailure(target.failure, place, challenge !== null);
  // 303: a form that was sent here is not sent on.
  return { ok: true, value: c.redirect(address, 303) };
}

type Fields = Readonly<Record<'state' | 'code' | 'iss' | 'user' | 'error', string>>;

/** Apple sends a form ("OAuth 2.0 Form Post Response Mode"), everybody else a query. */
async function readFields(c: Context): Promise<Fields> {
  const isForm = c.req.method === 'POST';
  const fields = isForm ? new URLSearchParams(await c.req.text()) : new URL(c.req.url).searchParams;
  const read = (name: string): string => fields.get(name) ?? '';
  return { state: read('state'), code: read('code'), iss: read('iss'), user: read('user'), error: read('error') };
}

async function takeFlow(auth: AuthBase, c: Context, { state }: Fields): Promise<Result<ProviderFlow, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'providerByAddress');
  if (!limited.ok) return limited;
  if (state === '') return fail('bad-oauth-callback', { message: 'OAuth state parameter missing' });
  const flow = /^[\w-]{43}$/.test(state) ? await takeProviderFlow(auth.sql, state, auth.now()) : undefined;
  return flow === undefined ? fail('bad-oauth-state') : { ok: true, value: flow };
}

type Returned = { readonly flow: ProviderFlow; readonly fields: Fields; readonly client: SessionClient };

/** Gives the address to lead on to. Who returns is a person: even a bug of ours must not end in JSON. */
async function finish(auth: AuthBase, returned: Returned): Promise<Result<string, AuthFailure>> {
  try {
    const profile = await readReturned(auth, returned);
    if (!profile.ok) return profile;
    const accepted = await auth.sql.begin((tx) => accept(tx, auth, { ...returned, profile: profile.value }));
    if (accepted.ok) await tellOfLinking(auth, returned.flow);
    return accepted.ok ? await describeSuccess(auth, accepted.value, { place: returned.flow.redirectTo }) : accepted;
  } catch (error) {
    reportBug(error);
    return fail('unexpected');
  }
}

/** What the provider says, in its answer and when asked with it. */
async function readReturned(auth: AuthBase, { flow, fields }: Returned): Promise<Result<Profile, AuthFailure>> {
  const provider = findProvider(auth.settings, flow.provider);
  if (provider === undefined) return fail('unsupported-provider');
  const answer = parseAnswer(auth, provider, fields);
  if (!answer.ok) return answer;
  const profile = await speakWith(provider.name, async () => {
    const connection = await connectProvider(provider, auth.now().getTime());
    return readProfile(connection, provider, { flow, answer: answer.value });
  });
  if (!profile.ok) return profile;
  return profile.value === undefined ? fail('provider-failed') : { ok: true, value: profile.value };
}

/** Longer than any provider's. */
const MAX_LENGTH = 4096;

function parseAnswer(
  { settings }: AuthBase,
  { name, kind }: ProviderSettings,
  { state, code, iss, user, error }: Fields,
): Result<ProviderAnswer, AuthFailure> {
  if (error !== '') return refuse(name, error);
  if (code === '' || code.length > MAX_LENGTH) {
    return fail('bad-oauth-callback', { message: 'OAuth callback with missing authorization code' });
  }
  const address = new URL(toCallbackAddress(settings));
  // Who answered (RFC 9207) is compared with the issuer; GitHub does not say what its issuer is.
  const answeredBy = kind === 'oidc' && iss !== '' ? { iss } : {};
  address.search = new URLSearchParams({ code, state, ...answeredBy }).toString();
  return { ok: true, value: { address, state, user } };
}

/** RFC 6749 section 4.1.2.1; what else the provider wrote there could be anybody's words, and is not shown. */
function refuse(provider: string, error: string): Result<never, AuthFailure> {
  // The second one is Apple's.
  if (error === 'access_denied' || error === 'user_cancelled_authorize') return fail('provider-denied');
  reportTrouble(provider, /^[a-z_]{1,40}$/.test(error) ? error : 'UNKNOWN');
  return fail('provider-failed');
}

async function tellOfLinking(auth: AuthBase, { linking, provider }: ProviderFlow): Promise<void> {
  const user = linking === null ? undefined : await findUserById(auth.sql, linking.userId);
  if (user !== undefined) tellOfChange(auth, user, `Signing in with ${provider} was added to your account.`);
}

/** An operator who gives a name to another issuer must not let strangers into the accounts of those who came from the first. */
async function requireSameIssuer(tx: TransactionSql, identity: NewIdentity): Promise<Result<null, AuthFailure>> {
  await lockIdentity(tx, identity);
  if (!(await isOfOtherIssuer(tx, identity))) return { ok: true, value: null };
  reportTrouble(identity.provider, 'this person is known from another issuer');
  return fail('provider-failed');
}

/** One transaction: whose account it is, and the session for it or a code that the client exchanges for one. */
async function accept(
  tx: TransactionSql,
  { settings, now }: AuthBase,
  { flow, profile, client }: Returned & { readonly profile: Profile },
): Promise<Result<Accepted, AuthFailure>> {
  const identity = { provider: flow.provider, profile, now: now() };
  const same = await requireSameIssuer(tx, identity);
  if (!same.ok) return same;
  const user =
    flow.linking === null ? await admitProfile(tx, settings, identity) : await linkProfile(tx, flow.linking, identity);
  if (!user.ok) return user;
  const proof = { userId: user.value, method: 'oauth' };
  if (flow.challenge === null) {
    return { ok: true, value: { opened: await openSession(tx, { ...proof, client, now: identity.now }) } };
  }
  const state = { ...proof, challenge: flow.challenge, createdAt: identity.now };
  return { ok: true, value: { code: await createFlowState(tx, state) } };
}
