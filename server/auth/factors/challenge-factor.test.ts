/** POST /factors/{id}/challenge: permissions and text messages; and how a challenge ends: by time, wrong codes, another network, or a failed text message. */
import { describe, expect, test } from 'vitest';
import { createTestAuth, limitTo, PASSWORD, requestApp, SITE } from '#server/auth/testing/test-auth.ts';
import {
  challenge,
  enrollApp,
  enrollPhone,
  joinWithApp,
  readText,
  verify,
} from '#server/auth/factors/testing/test-factors.ts';
import { createAuth } from '#server/auth/auth.ts';
import { defaultAuthSettings } from '#server/auth/testing/default-settings.ts';

const auth = await createTestAuth();
const { database, request } = auth;

const MISSING = '00000000-0000-4000-8000-000000000000';

test('[wire] a challenge has an id, a type and an expiry time', async () => {
  const { access } = await auth.join();
  const factor = await enrollApp(auth, access);
  const { status, json } = await request(`POST /factors/${factor.id}/challenge`, { token: access, body: {} });
  expect([status, json]).toMatchObject([
    200,
    { id: expect.stringMatching(/^[\da-f-]{36}$/), type: 'totp', expires_at: expect.any(Number) },
  ]);
  expect(Math.abs(Number(json['expires_at']) - auth.now() / 1000 - 300)).toBeLessThan(5);
  const { json: me } = await request('GET /user', { token: access });
  expect(me['factors']).toMatchObject([{ last_challenged_at: expect.stringMatching(/Z$/) }]);
});

test('[wire] a request without a body is accepted', async () => {
  const { access } = await auth.join();
  for (const factor of [await enrollApp(auth, access), await enrollPhone(auth, access)]) {
    expect(await request(`POST /factors/${factor.id}/challenge`, { token: access })).toMatchObject({ status: 200 });
  }
});

test('[wire] an unknown factor or one of another user is not found', async () => {
  const [ann, eve] = [await auth.join(), await auth.join()];
  const factor = await enrollApp(auth, ann.access);
  const notFound = { status: 404, json: { code: 'mfa_factor_not_found', message: 'Factor not found' } };
  for (const call of ['POST /factors/ID/challenge', 'DELETE /factors/ID']) {
    expect(await request(call.replace('ID', factor.id), { token: eve.access, body: {} })).toMatchObject(notFound);
    expect(await request(call.replace('ID', MISSING), { token: ann.access, body: {} })).toMatchObject(notFound);
    for (const id of ['x', "'%20or%201=1", `${factor.id}x`]) {
      expect(await request(call.replace('ID', id), { token: ann.access, body: {} })).toMatchObject({
        status: 404,
        json: { code: 'validation_failed', message: 'factor_id must be an UUID' },
      });
    }
    expect(await request(call.replace('ID', factor.id), { body: {} })).toMatchObject({ status: 401 });
  }
});

describe('[A3] a phone', () => {
  test('gets six digits by the requested channel, and only their hash is stored', async () => {
    const { access } = await auth.join();
    const factor = await enrollPhone(auth, access, '+15557001');
    const channels = [undefined, null, '', 'sms', 'whatsapp'];
    for (const channel of channels) {
      const body = { factorId: factor.id, channel };
      expect(await request(`POST /factors/${factor.id}/challenge`, { token: access, body })).toMatchObject({
        status: 200,
        json: { type: 'phone' },
      });
    }
    const sent = auth.texts.filter(({ to }) => to === '+15557001');
    expect(sent.map(({ channel }) => channel)).toEqual(['sms', 'sms', 'sms', 'sms', 'whatsapp']);
    for (const { text } of sent) expect(text).toMatch(/^\d{6} is your Checklist code\.$/);
    const rows =
      await database.sql`select to_jsonb(c) as row from auth.mfa_challenges c where factor_id = ${factor.id}`;
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toContain(readText(auth, '+15557001'));
  });

  test('cannot be reached by an unknown channel', async () => {
    const { access } = await auth.join();
    const factor = await enrollPhone(auth, access);
    for (const channel of ['voice', 'SMS', ['sms']]) {
      const answer = await request(`POST /factors/${factor.id}/challenge`, { token: access, body: { channel } });
      expect(answer).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
    }
  });

  test('gets one message a minute, counted by account and by number', async () => {
    const slow = auth.beside({ textInterval: 60 });
    const [ann, eve] = [await auth.join(), await auth.join()];
    const first = await enrollPhone(auth, ann.access, '+15557002');
    const second = await enrollPhone(auth, ann.access, '+15557003');
    const eves = await enrollPhone(auth, eve.access, '+15557002');
    const text = (token: string, { id }: { id: string }) =>
      requestApp(slow, `POST /factors/${id}/challenge`, { token, body: {} });
    expect(await text(ann.access, first)).toMatchObject({ status: 200 });
    const again = await text(ann.access, first);
    expect(again).toMatchObject({ status: 429, json: { code: 'over_sms_send_rate_limit' } });
    expect(again.json['message']).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await text(ann.access, second)).toMatchObject({ status: 429 });
    expect(await text(eve.access, eves)).toMatchObject({ status: 429 });
    expect(auth.texts.filter(({ to }) => to === '+15557002' || to === '+15557003')).toHaveLength(1);
    auth.wait(61);
    expect(await text(ann.access, second)).toMatchObject({ status: 200 });
  });

  test('a verified number is not blocked by other accounts that name it', async () => {
    const slow = auth.beside({ textInterval: 60 });
    const [ann, eve] = [await auth.join(), await auth.join()];
    const anns = await enrollPhone(auth, ann.access, '+15557004');
    const { json } = await verify(auth, ann.access, anns);
    const eves = await enrollPhone(auth, eve.access, '+15557004');
    const text = (token: string, { id }: { id: string }) =>
      requestApp(slow, `POST /factors/${id}/challenge`, { token, body: {} });
    expect(await text(eve.access, eves)).toMatchObject({ status: 200 });
    expect(await text(json.access_token, anns)).toMatchObject({ status: 200 });
    expect(await text(json.access_token, anns)).toMatchObject({ status: 429 });
  });
});

test('[A3] an unverified factor cannot replace a verified one', async () => {
  // Eve knows the password and enrolled a factor with another phone before Ann enrolled any.
  const { email, access } = await auth.join();
  const eves = await enrollPhone(auth, access);
  const known = await challenge(auth, access, eves);
  const code = eves.code();
  const anns = await enrollApp(auth, access);
  expect((await verify(auth, access, anns)).status).toBe(200);
  const { json: weak } = await request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
  const refused = { status: 403, json: { code: 'insufficient_aal' } };
  const token = weak.access_token;
  expect(await request(`POST /factors/${eves.id}/challenge`, { token, body: {} })).toMatchObject(refused);
  const body = { challenge_id: known, code };
  expect(await request(`POST /factors/${eves.id}/verify`, { token, body })).toMatchObject(refused);
});

test('[wire] the operator can disable each kind of factor', async () => {
  const { access } = await auth.join();
  const factors = [await enrollApp(auth, access), await enrollPhone(auth, access)];
  const none = auth.beside({ factors: { totp: false, phone: false, max: 10, challengeLifetime: 300 } });
  const codes = ['mfa_totp_verify_not_enabled', 'mfa_phone_verify_not_enabled'];
  for (const [i, factor] of factors.entries()) {
    const refused = { status: 422, json: { code: codes[i] } };
    const body = { challenge_id: await challenge(auth, access, factor), code: factor.code() };
    expect(await requestApp(none, `POST /factors/${factor.id}/challenge`, { token: access, body })).toMatchObject(
      refused,
    );
    expect(await requestApp(none, `POST /factors/${factor.id}/verify`, { token: access, body })).toMatchObject(refused);
  }
});

test('[wire] requests for codes are rate limited', async () => {
  const strict = auth.beside(limitTo({ factorByAccount: 1 }));
  const { access, factor } = await joinWithApp(auth);
  const response = () => requestApp(strict, `POST /factors/${factor.id}/challenge`, { token: access, body: {} });
  expect(await response()).toMatchObject({ status: 200 });
  expect(await response()).toMatchObject({ status: 429, json: { code: 'over_request_rate_limit' } });
});

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
