/** POST /factors: enrollments that are accepted, and those that are refused. */
import { describe, expect, test } from 'vitest';
import { requestApp, createTestAuth, limitTo } from '#server/auth/testing/test-auth.ts';
import { challenge, enrollApp, enrollPhone, joinWithApp, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();
const { request } = auth;

const app = { factor_type: 'totp', friendly_name: 'App', issuer: 'Checklist' };
const phone = { factor_type: 'phone', friendly_name: 'Phone', phone: '+15550100' };

test('[wire] the secret of an authenticator app is sent once, as text, URI and QR code', async () => {
  const { email, access } = await auth.join();
  const { status, json } = await request('POST /factors', { token: access, body: app });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    type: 'totp',
    friendly_name: 'App',
    totp: {
      qr_code: expect.stringMatching(/^<svg /),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.any(String),
    },
  });
  expect(JSON.stringify(json)).toContain(
    `otpauth://totp/Checklist:${encodeURIComponent(email)}?issuer=Checklist&secret=`,
  );
  const me = (await request('GET /user', { token: access })).json;
  expect(me['factors']).toEqual([
    {
      id: json.id,
      factor_type: 'totp',
      status: 'unverified',
      friendly_name: 'App',
      phone: '',
      last_challenged_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(JSON.stringify(me)).not.toContain('secret');
});

test('[wire] the issuer defaults to the site, and the name of a factor to an empty one', async () => {
  const { access } = await auth.join();
  const { json } = await request('POST /factors', {
    token: access,
    body: { factor_type: 'totp', friendly_name: null },
  });
  expect(json).toMatchObject({ friendly_name: '', totp: { uri: expect.stringContaining('issuer=127.0.0.1%3A3000') } });
  const [factor] = [(await request('GET /user', { token: access })).json['factors']].flat();
  expect(factor).not.toHaveProperty('friendly_name');
});

test('[wire] enrolling a phone number does not send a text message yet', async () => {
  const { access } = await auth.join();
  const before = auth.texts.length;
  const { status, json } = await request('POST /factors', { token: access, body: phone });
  expect([status, json]).toMatchObject([
    200,
    { id: expect.stringMatching(/./), type: 'phone', friendly_name: 'Phone', phone: '+15550100' },
  ]);
  expect(auth.texts.length).toBe(before);
  expect((await request('GET /user', { token: access })).json['factors']).toMatchObject([{ phone: '15550100' }]);
});

test('[wire] a user without a second step has no factors', async () => {
  const { access } = await auth.join();
  expect((await request('GET /user', { token: access })).json).not.toHaveProperty('factors');
});

test('[wire] an invalid enrollment is refused with its error code', async () => {
  const { access } = await auth.join();
  const cases: [unknown, string][] = [
    [{ ...app, factor_type: 'fax' }, 'factor_type needs to be totp, phone, or webauthn'],
    [{}, 'factor_type needs to be totp, phone, or webauthn'],
    [{ ...phone, phone: '' }, 'Phone number required to enroll Phone factor'],
    [{ ...phone, phone: undefined }, 'Phone number required to enroll Phone factor'],
    [{ ...phone, phone: '0555' }, 'Invalid phone number format (E.164 required)'],
    [{ ...app, friendly_name: 'x'.repeat(101) }, 'friendly_name is not valid'],
    [{ ...app, issuer: 'x'.repeat(65) }, 'issuer is not valid'],
    [{ ...app, issuer: { toString: 'x' } }, 'issuer is not valid'],
    [{ ...app, friendly_name: 'a\0b' }, 'The request body nests too deeply or has a character that cannot be stored'],
  ];
  for (const [body, message] of cases) {
    const answer = await request('POST /factors', { token: access, body });
    expect([body, answer]).toMatchObject([body, { status: 400, json: { code: 'validation_failed', message } }]);
  }
  const webauthn = { ...app, factor_type: 'webauthn' };
  expect(await request('POST /factors', { token: access, body: webauthn })).toMatchObject({
    status: 422,
    json: { code: 'mfa_webauthn_enroll_not_enabled', message: 'MFA enroll is disabled for WebAuthn' },
  });
  expect(await request('POST /factors', { body: app })).toMatchObject({ status: 401 });
  expect(await request('POST /factors', { token: access, body: 'nonsense' })).toMatchObject({ status: 400 });
});

test('[wire] the request cannot set other properties', async () => {
  const { access, id } = await auth.join();
  const other = await auth.join();
  const body = { ...app, id, user_id: other.id, status: 'verified', secret: 'AAAA' };
  const { json } = await request('POST /factors', { token: access, body });
  expect(json.id).not.toBe(id);
  expect((await request('GET /user', { token: access })).json['factors']).toMatchObject([{ status: 'unverified' }]);
  expect((await request('GET /user', { token: other.access })).json).not.toHaveProperty('factors');
});

describe('[A3] how many', () => {
  test('each name can be used once, even the empty one', async () => {
    const { access } = await auth.join();
    await request('POST /factors', { token: access, body: app });
    expect(await request('POST /factors', { token: access, body: { ...phone, friendly_name: 'App' } })).toMatchObject({
      status: 422,
      json: {
        code: 'mfa_factor_name_conflict',
        message: 'A factor with the friendly name "App" for this user already exists',
      },
    });
    const other = await auth.join();
    expect(await request('POST /factors', { token: other.access, body: app })).toMatchObject({ status: 200 });
  });

  test("the operator's maximum also holds for simultaneous enrollments", async () => {
    const { access } = await auth.join();
    const few = auth.beside({ factors: { totp: true, phone: true, max: 3, challengeLifetime: 300 } });
    const begun = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        requestApp(few, 'POST /factors', { token: access, body: { ...app, friendly_name: `${n}` } }),
      ),
    );
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(begun.find(({ status }) => status !== 200)).toMatchObject({
      status: 422,
      json: {
        code: 'too_many_enrolled_mfa_factors',
        message: 'Maximum number of verified factors reached, unenroll to continue',
      },
    });
  });

  test('a number counts once: an unverified factor is replaced, a verified one stays', async () => {
    const { access } = await auth.join();
    const first = await enrollPhone(auth, access, '+15550123');
    const second = await enrollPhone(auth, access, '+15550123');
    expect((await request('GET /user', { token: access })).json['factors']).toMatchObject([{ id: second.id }]);
    expect(await request(`DELETE /factors/${first.id}`, { token: access })).toMatchObject({ status: 404 });
    const lifted = await verify(auth, access, second);
    const body = { ...phone, phone: '1 555 0123' };
    expect(await request('POST /factors', { token: lifted.json.access_token, body })).toMatchObject({
      status: 422,
      json: { code: 'mfa_verified_factor_exists' },
    });
  });

  test('an abandoned enrollment expires and frees its name', async () => {
    const { access } = await auth.join();
    await request('POST /factors', { token: access, body: app });
    auth.wait(301);
    expect(await request('POST /factors', { token: access, body: app })).toMatchObject({ status: 200 });
    const stored = await enrollApp(auth, access);
    auth.wait(200);
    await challenge(auth, access, stored);
    auth.wait(200);
    await enrollApp(auth, access);
    const { json } = await request('GET /user', { token: access });
    expect([json['factors']].flat()).toHaveLength(2);
    auth.wait(301);
    const last = await enrollApp(auth, access);
    expect((await request('GET /user', { token: access })).json['factors']).toMatchObject([{ id: last.id }]);
  });
});

test('[A3] a user with a second step needs aal2 to enroll another', async () => {
  const { email, access } = await joinWithApp(auth);
  const weak = (await request('POST /token?grant_type=password', { body: { email, password: 'correct horse' } })).json;
  expect(await request('POST /factors', { token: weak.access_token, body: phone })).toMatchObject({
    status: 403,
    json: { code: 'insufficient_aal', message: 'AAL2 required to enroll a new factor' },
  });
  expect(await request('POST /factors', { token: access, body: phone })).toMatchObject({ status: 200 });
});

test('[wire] the operator can disable each kind of factor', async () => {
  const { access } = await auth.join();
  const none = auth.beside({ factors: { totp: false, phone: false, max: 10, challengeLifetime: 300 } });
  expect(await requestApp(none, 'POST /factors', { token: access, body: app })).toMatchObject({
    status: 422,
    json: { code: 'mfa_totp_enroll_not_enabled', message: 'MFA enroll is disabled for TOTP' },
  });
  expect(await requestApp(none, 'POST /factors', { token: access, body: phone })).toMatchObject({
    status: 422,
    json: { code: 'mfa_phone_enroll_not_enabled', message: 'MFA enroll is disabled for Phone' },
  });
});

test('[wire] enrollments are rate limited', async () => {
  const strict = auth.beside(limitTo({ factorByAccount: 1 }));
  const { access } = await auth.join();
  expect(await requestApp(strict, 'POST /factors', { token: access, body: app })).toMatchObject({ status: 200 });
  expect(await requestApp(strict, 'POST /factors', { token: access, body: phone })).toMatchObject({ status: 429 });
});
