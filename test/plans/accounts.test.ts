/** Queries for accounts, sessions and secrets use an index, even with thousands of other accounts. */
import { randomUUID } from 'node:crypto';
import type { Notice } from 'postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { challenge, enrollApp } from '#server/auth/factors/testing/test-factors.ts';
import { createFlowState, lockFlowState } from '#server/auth/links/pkce.ts';
import { createLinkToken, lockLinkUser, consumeLinkToken } from '#server/auth/links/one-time-tokens.ts';
import { findPasskeyByCredential, offerChallenge } from '#server/auth/passkeys/passkeys.ts';
import { lockIdentityUser } from '#server/auth/accounts/identities.ts';
import { createProviderFlow, consumeProviderFlow } from '#server/auth/providers/provider-flows.ts';
import { downgradeSessions } from '#server/auth/sessions/sessions.ts';
import { createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createRateLimit } from '#server/rate-limit/rate-limit.ts';
import { watchPlans } from './watch-plans.ts';

const notices = vi.hoisted((): Notice[] => []);
vi.mock(import('postgres'), async (load) => {
  const { default: real, ...rest } = await load();
  const listen = (url: string, options: object) =>
    real(url, { ...options, onnotice: (notice) => notices.push(notice) });
  return { ...rest, default: Object.assign(listen, real) };
});

const { database, see, seeWithout } = await watchPlans(notices);
const { sql } = database;
const auth = await createTestAuth({}, { database });
const { id, email, access, refresh } = await auth.join();
const factor = await enrollApp(auth, access);
const now = new Date();
afterAll(() => database.close());

const signIn = () => auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
let latest = refresh;
const renew = async () => {
  const { json } = await auth.request('POST /token?grant_type=refresh_token', { body: { refresh_token: latest } });
  latest = json.refresh_token;
};
/** The email is sent after the response. */
const recover = async () => {
  const sent = auth.mails.length;
  await auth.request('POST /recover', { body: { email } });
  await vi.waitFor(() => expect(auth.mails).toHaveLength(sent + 1));
};
const signOutElsewhere = async () => {
  await signIn();
  await auth.request('POST /logout?scope=others', { token: access });
};
const profile = { subject: 'ann', verifiedEmail: undefined, data: {} };
const flow = {
  userId: id,
  challenge: { challenge: 'c', method: 's256' },
  method: 'otp',
  linking: null,
  createdAt: now,
} as const;

/** Operations, and the indexes by which each must find its rows. */
const OPERATIONS: readonly (readonly [what: string, work: () => Promise<unknown>, indexes: readonly string[]])[] = [
  ['a sign-in', signIn, ['users_by_email', 'sessions_by_user']],
  [
    'a refresh',
    renew,
    ['refresh_tokens_token_hash_key', 'refresh_tokens_parent_id_key', 'refresh_tokens_by_session', 'sessions_pkey'],
  ],
  [
    'reading the user',
    () => auth.request('GET /user', { token: access }),
    ['users_pkey', 'sessions_pkey', 'identities_by_user', 'mfa_factors_by_user'],
  ],
  [
    'signing out elsewhere',
    signOutElsewhere,
    ['sessions_by_user', 'refresh_tokens_by_session', 'ended_sessions_by_user', 'ended_sessions_by_age'],
  ],
  ['requesting a link', recover, ['users_by_email', 'one_time_tokens_by_user']],
  [
    'using a link',
    async () => {
      const types = ['recovery'] as const;
      const token = await createLinkToken(sql, { userId: id, type: 'recovery', challenge: null, signUp: null, now });
      await lockLinkUser(sql, { token, types });
      await consumeLinkToken(sql, { token, types });
    },
    ['one_time_tokens_by_user', 'one_time_tokens_pkey', 'users_pkey'],
  ],
  [
    'exchanging an auth code',
    async () => lockFlowState(sql, await createFlowState(sql, flow)),
    ['flow_states_by_user', 'flow_states_pkey'],
  ],
  ['a second step', () => challenge(auth, access, factor), ['mfa_factors_pkey', 'mfa_challenges_by_factor']],
  [
    'removing a second step',
    () => downgradeSessions(sql, { factorId: randomUUID(), method: 'totp' }),
    ['sessions_by_factor'],
  ],
  [
    'a sign-in with a provider',
    async () => {
      const request = { provider: 'github', redirectTo: '', challenge: null, linking: null, now };
      const { state } = await createProviderFlow(sql, request);
      await consumeProviderFlow(sql, state, now);
    },
    ['provider_flows_by_age', 'provider_flows_pkey'],
  ],
  [
    'finding the user of an identity',
    () => lockIdentityUser(sql, { provider: 'github', profile, now }),
    ['identities_provider_provider_id_key'],
  ],
  [
    'storing a passkey challenge',
    () => offerChallenge(sql, { type: 'registration', userId: id, options: { challenge: 'c' }, now }),
    ['webauthn_challenges_by_end'],
  ],
  ['finding a passkey', () => findPasskeyByCredential(sql, 'abcd'), ['webauthn_credentials_credential_id_key']],
  [
    'counting an attempt',
    () => createRateLimit({ sql, now: Date.now }).consume({ name: 'a', limit: 1, windowSeconds: 60 }, 'ann'),
    ['rate_limits_pkey'],
  ],
];

test.each(OPERATIONS)('[arch-5] %s finds each row by an index', async (_, work, indexes) => {
  const seen = await see(work);
  expect(seen.wholeTables).toEqual([]);
  expect(seen.indexes).toEqual(expect.arrayContaining([...indexes]));
});

/** Indexes that can be dropped; those of keys and unique columns cannot. */
const DROPPABLE = OPERATIONS.flatMap(([what, work, indexes]) =>
  indexes.filter((index) => /_by_/u.test(index)).map((index) => [what, index, work] as const),
);

test.each(DROPPABLE)('[arch-5] %s would scan a whole table without %s', async (_, index, work) => {
  const { wholeTables } = await seeWithout(index, work);
  expect(wholeTables).toContain(index.split('_by_')[0]);
});
