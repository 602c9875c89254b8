/** The codes that are accepted, each once. */
import { describe, expect, test } from 'vitest';
import { createTestAuth } from '#server/auth/testing/test-auth.ts';
import {
  challenge,
  enrollPhone,
  joinWithApp,
  otherCode,
  readApp,
  showing,
  verify,
} from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();
const { request, signInByPassword } = auth;

const wrong = { status: 422, json: { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' } };

describe('[A3] a code works once', () => {
  test('the same or an earlier code is refused, whatever the challenge or session', async () => {
    const { email, access, factor } = await joinWithApp(auth);
    const code = factor.code();
    const weak = await signInByPassword(email);
    expect((await verify(auth, access, showing(factor, code))).status).toBe(200);
    const { access_token: token } = await signInByPassword(email);
    expect(await verify(auth, token, showing(factor, code))).toMatchObject({
      status: 422,
      json: { code: 'mfa_verification_failed', message: 'This code has already been used. Wait for the next one.' },
    });
    auth.wait(30);
    expect((await verify(auth, token, showing(factor, code))).status).toBe(422);
    expect((await verify(auth, token, factor)).status).toBe(200);
    expect((await request('GET /user', { token: weak.access_token })).status).toBe(403);
  });

  test('a code before the latest is refused, even if a clock was ahead', async () => {
    const { access } = await auth.join();
    const { json } = await request('POST /factors', { token: access, body: { factor_type: 'totp' } });
    const secret = /[A-Z2-7]{32}/.exec(JSON.stringify(json['totp']))?.[0] ?? '';
    const at = (drift: number) => ({ id: json.id, code: () => readApp(secret, auth.now() + drift * 1000) });
    expect((await verify(auth, access, at(30))).status).toBe(200);
    expect((await verify(auth, access, at(0))).status).toBe(422);
  });

  test('of many simultaneous uses one succeeds', async () => {
    const { email, factor } = await joinWithApp(auth);
    const sessions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signInByPassword(email)));
    const challenges = await Promise.all(sessions.map(({ access_token: token }) => challenge(auth, token, factor)));
    const code = factor.code();
    const answers = await Promise.all(
      sessions.map(({ access_token: token }, i) =>
        request(`POST /factors/${factor.id}/verify`, { token, body: { challenge_id: challenges[i], code } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The others' sessions ended with it, before or after they were asked about.
    expect(statuses.filter((status) => ![200, 403, 422].includes(status))).toEqual([]);
  });

  test('an answered challenge accepts no further code', async () => {
    const { access, factor } = await joinWithApp(auth);
    const challengeId = await challenge(auth, access, factor);
    const show = () =>
      request(`POST /factors/${factor.id}/verify`, {
        token: access,
        body: { challenge_id: challengeId, code: factor.code() },
      });
    expect((await show()).status).toBe(200);
    auth.wait(30);
    expect(await show()).toMatchObject({ status: 422, json: { code: 'mfa_ip_address_mismatch' } });
  });

  test('the code of one text message does not answer another challenge', async () => {
    const { access } = await auth.join();
    const factor = await enrollPhone(auth, access);
    await challenge(auth, access, factor);
    const first = factor.code();
    const second = await challenge(auth, access, factor);
    const code = first === factor.code() ? otherCode(first) : first;
    const body = { challenge_id: second, code };
    expect(await request(`POST /factors/${factor.id}/verify`, { token: access, body })).toMatchObject({
      status: 422,
      json: { code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' },
    });
  });
});

describe('[A3] a clock', () => {
  test.each([-30, 0, 30])('that is %d s off is accepted', async (drift) => {
    const { access } = await auth.join();
    const { json } = await request('POST /factors', { token: access, body: { factor_type: 'totp' } });
    const secret = /[A-Z2-7]{32}/.exec(JSON.stringify(json['totp']))?.[0] ?? '';
    const factor = { id: json.id, code: () => readApp(secret, auth.now() + drift * 1000) };
    expect((await verify(auth, access, factor)).status).toBe(200);
  });

  test.each([-61, 61])('that is %d s off is refused', async (drift) => {
    const { access } = await auth.join();
    const { json } = await request('POST /factors', { token: access, body: { factor_type: 'totp' } });
    const secret = /[A-Z2-7]{32}/.exec(JSON.stringify(json['totp']))?.[0] ?? '';
    const factor = { id: json.id, code: () => readApp(secret, auth.now() + drift * 1000) };
    expect(await verify(auth, access, factor)).toMatchObject(wrong);
  });
});
