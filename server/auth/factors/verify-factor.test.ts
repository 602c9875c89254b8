/** POST /factors/{id}/verify: the effects of a correct code on this session and the others. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { requestApp, createTestAuth, limitTo } from '#server/auth/testing/test-auth.ts';
import {
  challenge,
  enrollApp,
  enrollPhone,
  joinWithApp,
  otherCode,
  showing,
  verify,
} from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();
const { request, signInByPassword } = auth;

const renew = (refresh_token: string) => request('POST /token?grant_type=refresh_token', { body: { refresh_token } });

describe('[A3] the right code', () => {
  test('elevates the session and its tokens, also after a refresh', async () => {
    const { access, refresh } = await auth.join();
    const factor = await enrollApp(auth, access);
    const { status, json } = await verify(auth, access, factor);
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { factors: [{ status: 'verified' }] } });
    const claims = decodeJwt(json.access_token);
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
    expect(claims['session_id']).toBe(decodeJwt(access)['session_id']);
    expect(json.refresh_token).not.toBe(refresh);
    const renewed = await renew(json.refresh_token);
    expect(decodeJwt(renewed.json.access_token)).toMatchObject({ aal: 'aal2', amr: claims['amr'] });
    const again = await renew(renewed.json.refresh_token);
    expect(decodeJwt(again.json.access_token)).toMatchObject({ aal: 'aal2' });
  });

  test('from a phone does the same, and amr names the phone', async () => {
    const { access } = await auth.join();
    const factor = await enrollPhone(auth, access);
    const { json } = await verify(auth, access, factor);
    expect(decodeJwt(json.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
  });

  test('may contain spaces', async () => {
    const { access } = await auth.join();
    const factor = await enrollApp(auth, access);
    const code = factor.code();
    expect((await verify(auth, access, showing(factor, ` ${code.slice(0, 3)} ${code.slice(3)}\n`))).status).toBe(200);
  });

  test('ends the sessions that used only a password, and no others', async () => {
    const { email, access, factor } = await joinWithApp(auth);
    const [here, there] = [await signInByPassword(email), await signInByPassword(email)];
    const lifted = await verify(auth, here.access_token, factor);
    const isAlive = async (token: string) => (await request('GET /user', { token })).status === 200;
    const tokens = [access, lifted.json.access_token, there.access_token];
    expect(await Promise.all(tokens.map(isAlive))).toEqual([true, true, false]);
    expect(await renew(there.refresh_token)).toMatchObject({ status: 400 });
  });

  test('deletes unfinished enrollments of the same kind', async () => {
    const { access } = await auth.join();
    const [left, right, phone] = [
      await enrollApp(auth, access),
      await enrollApp(auth, access),
      await enrollPhone(auth, access),
    ];
    const { json } = await verify(auth, access, right);
    expect(json.user?.['factors']).toMatchObject([
      { id: right.id, status: 'verified' },
      { id: phone.id, status: 'unverified' },
    ]);
    expect(JSON.stringify(json.user)).not.toContain(left.id);
  });

  test('appears once in amr, latest method first', async () => {
    const { access, factor } = await joinWithApp(auth);
    const { json } = await verify(auth, access, factor);
    const { amr } = decodeJwt(json.access_token);
    expect(amr).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
  });
});

test('[wire] a malformed code is refused and does not elevate the session', async () => {
  const { access } = await auth.join();
  const [app, phone] = [await enrollApp(auth, access), await enrollPhone(auth, access)];
  for (const factor of [app, phone]) {
    const empty = await verify(auth, access, showing(factor, ''));
    expect(empty).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', message: 'Code needs to be non-empty' },
    });
    for (const code of [
      '00000',
      '0000000',
      'abcdef',
      '٠١٢٣٤٥',
      ' ',
      "' or 1=1",
      'x'.repeat(10_000),
      otherCode(factor.code()),
    ]) {
      const answer = await verify(auth, access, showing(factor, code));
      expect([code.slice(0, 20), answer.status, answer.json['code']]).toEqual([
        code.slice(0, 20),
        422,
        'mfa_verification_failed',
      ]);
    }
    const body = { challenge_id: await challenge(auth, access, factor), code: [Number(factor.code())] };
    expect(await request(`POST /factors/${factor.id}/verify`, { token: access, body })).toMatchObject({ status: 400 });
  }
  const { json } = await request('GET /user', { token: access });
  expect(json['factors']).toMatchObject([{ status: 'unverified' }, { status: 'unverified' }]);
});

test('[wire] a challenge that is unknown, of another factor, or of another user is not found', async () => {
  const { access, factor } = await joinWithApp(auth);
  const [second, eve] = [await enrollApp(auth, access), await joinWithApp(auth)];
  const ids = [await challenge(auth, access, second), await challenge(auth, eve.access, eve.factor), eve.id, 'x', ''];
  for (const challengeId of ids) {
    const body = { challenge_id: challengeId, code: factor.code() };
    expect(await request(`POST /factors/${factor.id}/verify`, { token: access, body })).toMatchObject({
      status: 422,
      json: { code: 'mfa_factor_not_found', message: 'MFA factor with the provided challenge ID not found' },
    });
  }
  const theirs = { challenge_id: await challenge(auth, eve.access, eve.factor), code: eve.factor.code() };
  expect(await request(`POST /factors/${eve.factor.id}/verify`, { token: access, body: theirs })).toMatchObject({
    status: 404,
    json: { code: 'mfa_factor_not_found' },
  });
});

test('[A3] a session that ended meanwhile is not elevated', async () => {
  const { email, factor } = await joinWithApp(auth);
  const { access_token: token } = await signInByPassword(email);
  const body = { challenge_id: await challenge(auth, token, factor), code: factor.code() };
  await request('POST /logout?scope=local', { token });
  expect(await request(`POST /factors/${factor.id}/verify`, { token, body })).toMatchObject({ status: 403 });
});

test('[wire] a correct code after many wrong ones is refused only if codes are limited', async () => {
  const strict = auth.beside(limitTo({ codeByAccount: 3 }));
  const { access, factor } = await joinWithApp(auth);
  const show = async (code: string) => {
    const body = { challenge_id: await challenge(auth, access, factor), code };
    return (await requestApp(strict, `POST /factors/${factor.id}/verify`, { token: access, body })).status;
  };
  expect([await show('000'), await show('000'), await show(factor.code())]).toEqual([422, 422, 200]);
  auth.wait(30);
  expect([await show('000'), await show('000'), await show('000'), await show(factor.code())]).toEqual([
    422, 422, 422, 429,
  ]);
  auth.wait(301);
  expect(await show(factor.code())).toBe(200);
});
