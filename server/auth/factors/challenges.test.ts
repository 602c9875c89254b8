/** A challenge ends by time, wrong codes, another network, or a failed text message. */
import { expect, test } from 'vitest';
import { createAuth } from '#server/auth/auth.ts';
import { defaultAuthSettings } from '#server/auth/testing/default-settings.ts';
import { requestApp, createTestAuth, SITE } from '#server/auth/testing/test-auth.ts';
import { challenge, enrollPhone, joinWithApp, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();
const { database, request } = auth;

const expired = (id: string) => ({
  status: 422,
  json: {
    code: 'mfa_challenge_expired',
    message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  },
});

test('[wire] a challenge expires after five minutes, and a new one works', async () => {
  const { access, factor } = await joinWithApp(auth);
  const id = await challenge(auth, access, factor);
  auth.wait(301);
  const body = { challenge_id: id, code: factor.code() };
  expect(await request(`POST /factors/${factor.id}/verify`, { token: access, body })).toMatchObject(expired(id));
  expect((await verify(auth, access, factor)).status).toBe(200);
});

test('[A3] a challenge ends after five wrong codes, even if they arrive at the same time', async () => {
  const { access } = await auth.join();
  const factor = await enrollPhone(auth, access);
  const id = await challenge(auth, access, factor);
  const right = factor.code();
  const guess = (code: string) =>
    request(`POST /factors/${factor.id}/verify`, { token: access, body: { challenge_id: id, code } });
  const guesses = Array.from({ length: 8 }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'));
  const codes = (await Promise.all(guesses.map(guess))).map(({ json }) => json['code']);
  expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5);
  expect(await guess(right)).toMatchObject(expired(id));
  expect((await verify(auth, access, factor)).status).toBe(200);
});

test('[A3] a challenge can be answered only from the network that requested it', async () => {
  const { access, factor } = await joinWithApp(auth);
  const from = (address: string, line: string, body: unknown) =>
    request(`POST /factors/${factor.id}/${line}`, { token: access, body, headers: { 'x-test-address': address } });
  const { json } = await from('2001:db8:1:2::1', 'challenge', {});
  const answer = { challenge_id: json.id, code: factor.code() };
  for (const address of ['198.51.100.7', '2001:db8:1:3::1']) {
    expect(await from(address, 'verify', answer)).toMatchObject({
      status: 422,
      json: { code: 'mfa_ip_address_mismatch', message: 'Challenge and verify IP addresses mismatch.' },
    });
  }
  // The code was not used up by that, and a phone changes the rest of its address as it likes.
  expect((await from('2001:db8:1:2:aaaa::9', 'verify', answer)).status).toBe(200);
  auth.wait(30);
  const moved = (await from('198.51.100.7', 'challenge', {})).json.id;
  expect((await from('198.51.100.7', 'verify', { challenge_id: moved, code: factor.code() })).status).toBe(200);
});

test('[A3] a failed text message is reported, leaves no challenge to guess, and can be requested again', async () => {
  const { access } = await auth.join();
  const factor = await enrollPhone(auth, access);
  const settings = { siteUrl: SITE, ...defaultAuthSettings, rateLimits: {}, textInterval: 60 };
  const { tokens, now } = auth;
  const broken = createAuth({
    sql: database.sql,
    tokens,
    settings,
    mailer: { send: async () => ({ ok: true, value: null }) },
    smsSender: {
      send: async () => ({ ok: false, failure: { type: 'text-not-sent', code: '400', mayHaveGone: false } }),
    },
    clock: { now },
    addressOf: () => '192.0.2.1',
  });
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await requestApp(broken, `POST /factors/${factor.id}/challenge`, { token: access, body: {} })).toMatchObject(
      {
        status: 422,
        json: { code: 'sms_send_failed' },
      },
    );
  }
  expect(await database.sql`select from auth.mfa_challenges where factor_id = ${factor.id}`).toHaveLength(0);
  const slow = auth.beside({ textInterval: 60 });
  expect(await requestApp(slow, `POST /factors/${factor.id}/challenge`, { token: access, body: {} })).toMatchObject({
    status: 200,
  });
});

test('[A3] unanswered challenges are deleted after a day', async () => {
  const { email, factor, access } = await joinWithApp(auth);
  await challenge(auth, access, factor);
  auth.wait(25 * 3600);
  const { json } = await request('POST /token?grant_type=password', { body: { email, password: 'correct horse' } });
  await challenge(auth, json.access_token, factor);
  expect(
    await database.sql`select from auth.mfa_challenges where factor_id = ${factor.id} and verified_at is null`,
  ).toHaveLength(1);
});
