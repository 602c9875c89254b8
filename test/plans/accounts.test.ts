/** How accounts, sessions and secrets are found among those of thousands of others: by an index. */
import { randomUUID } from 'node:crypto';
import type { Notice } from 'postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { challenge, enrollApp } from '#server/auth/factors/testing/test-factors.ts';
import { createFlowState, lockFlowState } from '#server/auth/links/pkce/flow-states.ts';
import { createLinkToken, lockLinkUser, consumeLinkToken } from '#server/auth/links/one-time-tokens.ts';
import { storeChallenge } from '#server/auth/passkeys/challenges.ts';
import { findPasskeyByCredential } from '#server/auth/passkeys/passkeys.ts';
import { lockIdentityUser } from '#server/auth/accounts/identities.ts';
import { createProviderFlow, consumeProviderFlow } from '#server/auth/providers/connection/provider-flows.ts';
import { downgradeSessions } from '#server/auth/sessions/sessions.ts';
import { createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createRateLimit } from '#server/rate-limit/rate-limit.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
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
const auth = await createTestAuth({ database, createTokens: createTestTokens });
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
/** The mail goes out after the answer. */
const recover = async () => {
  const sent = auth.mails.length;
  await auth.request('POST /recover', { body: { email } });
  await vi.waitFor(() => expect(auth.mails).toHaveLength(sent + 1));
};
const signOutElsewhere = async () => {
  await signIn();
  await auth.request('POST /logout?scope=others', { token: access });
};
const profile = { subject: 'somebody', verifiedEmail: undefined, data: {} };
const flow = { userId: id, challenge: { challenge: 'c', method: 's256' }, method: 'otp', createdAt: now } as const;

/** What is done, and the indexes that it must find its rows by. */
const ACTS: readonly (readonly [what: string, act: () => Promise<unknown>, indexes: readonly string[]])[] = [
  ['a sign-in', signIn, ['users_by_email', 'sessions_by_user']],
  [
    'a refresh',
    renew,
    ['refresh_tokens_token_hash_key', 'refresh_tokens_parent_id_key', 'refresh_tokens_by_session', 'sessions_pkey'],
  ],
  [
    'who one is',
    () => auth.request('GET /user', { token: access }),
    ['users_pkey', 'sessions_pkey', 'identities_by_user', 'mfa_factors_by_user'],
  ],
  ['signing out elsewhere', signOutElsewhere, ['sessions_by_user', 'refresh_tokens_by_session']],
  ['asking for a link', recover, ['users_by_email', 'one_time_tokens_by_user']],
  [
    'a link',
    async () => {
      const types = ['recovery'] as const;
      const token = await createLinkToken(sql, { userId: id, type: 'recovery', challenge: null, signUp: null, now });
      await lockLinkUser(sql, { token, types });
      await consumeLinkToken(sql, { token, types });
    },
    ['one_time_tokens_by_user', 'one_time_tokens_pkey', 'users_pkey'],
  ],
  [
    'a code that a link leads back with',
    async () => lockFlowState(sql, await createFlowState(sql, flow)),
    ['flow_states_by_user', 'flow_states_pkey'],
  ],
  ['a second step', () => challenge(auth, access, factor), ['mfa_factors_pkey', 'mfa_challenges_by_factor']],
  [
    'losing a second step',
    () => downgradeSessions(sql, { factorId: randomUUID(), method: 'totp' }),
    ['sessions_by_factor'],
  ],
  [
    'a way to a provider and back',
    async () => {
      const request = { provider: 'github', redirectTo: '', challenge: null, linking: null, now };
      const { state } = await createProviderFlow(sql, request);
      await consumeProviderFlow(sql, state, now);
    },
    ['provider_flows_by_age', 'provider_flows_pkey'],
  ],
  [
    'who a provider means',
    () => lockIdentityUser(sql, { provider: 'github', profile, now }),
    ['identities_provider_provider_id_key'],
  ],
  [
    'a challenge for a passkey',
    () => storeChallenge(sql, { type: 'registration', userId: id, challenge: 'c', now }),
    ['webauthn_challenges_by_end'],
  ],
  ['whose passkey it is', () => findPasskeyByCredential(sql, 'abcd'), ['webauthn_credentials_credential_id_key']],
  [
    'counting a try',
    () => createRateLimit({ sql, now: Date.now }).take({ name: 'a', limit: 1, windowSeconds: 60 }, 'somebody'),
    ['rate_limits_pkey'],
  ],
];

test.each(ACTS)('[arch-5] %s takes an index to each row', async (_, act, indexes) => {
  const seen = await see(act);
  expect(seen.wholeTables).toEqual([]);
  expect(seen.indexes).toEqual(expect.arrayContaining([...indexes]));
});

/** What belongs to a key or a unique column cannot go: Postgres itself holds it. */
const LOOSE = ACTS.flatMap(([what, act, indexes]) =>
  indexes.filter((index) => /_by_/u.test(index)).map((index) => [what, index, act] as const),
);

test.each(LOOSE)('[arch-5] %s would go through a table without %s', async (_, index, act) => {
  const { wholeTables } = await seeWithout(index, act);
  expect(wholeTables).toContain(index.split('_by_')[0]);
});
