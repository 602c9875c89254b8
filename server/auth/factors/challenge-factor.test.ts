/** POST /factors/{id}/challenge: permissions and text messages. */
import { describe, expect, test } from 'vitest';
import { requestApp, createTestAuth, limitTo, PASSWORD } from '#server/auth/testing/test-auth.ts';
import {
  challenge,
  enrollApp,
  enrollPhone,
  joinWithApp,
  readText,
  verify,
} from '#server/auth/factors/testing/test-factors.ts';

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
