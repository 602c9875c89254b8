/** An attacker who knows only the password can neither guess codes nor lock out the owner. */
import { expect, test } from 'vitest';
import { requestApp, createTestAuth, limitTo, PASSWORD } from '#server/auth/testing/test-auth.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { enrollPhone, joinWithApp, verify, type TestFactor } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();

const HOME = '192.0.2.1';
const EVES = '198.51.100.9';

/** Calls of an app with these settings from a network. */
function callFrom(settings: Partial<AuthSettings>, address: string) {
  const app = auth.beside(settings);
  const call = (line: string, token: string, body: unknown) =>
    requestApp(app, line, { token, body, headers: { 'x-test-address': address } });
  const signIn = async (email: string) =>
    (await call('POST /token?grant_type=password', '', { email, password: PASSWORD })).json.access_token;
  const show = async (token: string, { id }: TestFactor, code: string) => {
    const response = await call(`POST /factors/${id}/challenge`, token, {});
    return (await call(`POST /factors/${id}/verify`, token, { challenge_id: response.json.id, code })).status;
  };
  const challenge = async (token: string, { id }: TestFactor) =>
    (await call(`POST /factors/${id}/challenge`, token, {})).status;
  return { call, signIn, show, challenge };
}

test('[A3] wrong codes from other networks do not lock out the owner on a trusted network, even after signing out everywhere', async () => {
  const limited = limitTo({ codeByAccount: 3, factorByAccount: 20 });
  const [home, eves, others] = [callFrom(limited, HOME), callFrom(limited, EVES), callFrom(limited, '203.0.113.4')];
  const { email, factor, access } = await joinWithApp(auth);
  await auth.request('POST /logout?scope=global', { token: access });
  const weak = await eves.signIn(email);
  const wrong = [await eves.show(weak, factor, '0'), await eves.show(weak, factor, '0')];
  expect([...wrong, await others.show(weak, factor, '0')]).toEqual([422, 422, 422]);
  expect([await eves.show(weak, factor, '0'), await others.show(weak, factor, factor.code())]).toEqual([429, 429]);
  expect(await home.show(await home.signIn(email), factor, factor.code())).toBe(200);
});

test('[A3] challenges from other networks do not lock out the owner', async () => {
  const limited = limitTo({ factorByAccount: 2 });
  const [home, eves] = [callFrom(limited, HOME), callFrom(limited, EVES)];
  const { email, factor } = await joinWithApp(auth);
  const weak = await eves.signIn(email);
  const response = [
    await eves.challenge(weak, factor),
    await eves.challenge(weak, factor),
    await eves.challenge(weak, factor),
  ];
  expect(response).toEqual([200, 200, 429]);
  expect(await home.challenge(await home.signIn(email), factor)).toBe(200);
});

test('[A3] text messages requested from other networks do not lock out the owner', async () => {
  const slow = { textInterval: 60 };
  const [home, eves] = [callFrom(slow, HOME), callFrom(slow, EVES)];
  const { email, access } = await auth.join();
  const phone = await enrollPhone(auth, access, '+15558001');
  await verify(auth, access, phone);
  const weak = await eves.signIn(email);
  expect([await eves.challenge(weak, phone), await eves.challenge(weak, phone)]).toEqual([200, 429]);
  expect(await home.challenge(await home.signIn(email), phone)).toBe(200);
});

test('[A3] a patient attacker has a daily limit, and the owner on a trusted network a separate one', async () => {
  const limited = limitTo({ codeByAccount: 2, codeByDay: 4 });
  const [home, eves] = [callFrom(limited, HOME), callFrom(limited, EVES)];
  const { email, factor } = await joinWithApp(auth);
  const weak = await eves.signIn(email);
  const guess = () => eves.show(weak, factor, '0');
  expect([await guess(), await guess(), await guess()]).toEqual([422, 422, 429]);
  auth.wait(301);
  expect([await guess(), await guess()]).toEqual([422, 422]);
  auth.wait(301);
  expect(await guess()).toBe(429);
  const own = await home.signIn(email);
  for (let signIns = 0; signIns < 6; signIns += 1) {
    expect(await home.show(own, factor, factor.code())).toBe(200);
    auth.wait(30);
  }
});

test('[A3] the daily limit resets after a day', async () => {
  const eves = callFrom(limitTo({ codeByDay: 1 }), EVES);
  const { email, factor } = await joinWithApp(auth);
  const weak = await eves.signIn(email);
  expect([await eves.show(weak, factor, '0'), await eves.show(weak, factor, '0')]).toEqual([422, 429]);
  auth.wait(24 * 3600 + 1);
  const again = await eves.signIn(email);
  expect(await eves.show(again, factor, '0')).toBe(422);
});

test('[A3] a network with an aal2 session is trusted as well', async () => {
  const limited = limitTo({ codeByAccount: 1 });
  const [cafe, eves] = [callFrom(limited, '203.0.113.77'), callFrom(limited, EVES)];
  const { email, factor, refresh } = await joinWithApp(auth);
  await eves.show(await eves.signIn(email), factor, '0');
  const there = await cafe.signIn(email);
  expect(await cafe.show(there, factor, '0')).toBe(429);
  await cafe.call('POST /token?grant_type=refresh_token', '', { refresh_token: refresh });
  expect(await cafe.show(there, factor, factor.code())).toBe(200);
});

test('[A3] a network where a second factor was verified is trusted for ninety days', async () => {
  const limited = limitTo({ codeByAccount: 1 });
  const [home, eves] = [callFrom(limited, HOME), callFrom(limited, EVES)];
  const { email, factor, access } = await joinWithApp(auth);
  await auth.request('POST /logout?scope=global', { token: access });
  auth.wait(89 * 24 * 3600);
  const weak = await eves.signIn(email);
  await eves.show(weak, factor, '0');
  expect(await home.show(await home.signIn(email), factor, '0')).toBe(422);
  auth.wait(2 * 24 * 3600);
  const later = await eves.signIn(email);
  expect(await eves.show(later, factor, '0')).toBe(422);
  expect(await home.show(await home.signIn(email), factor, '0')).toBe(429);
});

test('[A3] requests without the second step use up neither the changes nor the emails of the account', async () => {
  const { call, signIn } = callFrom({ ...limitTo({ changeByAccount: 2 }), passkeys: true }, HOME);
  const { email, access } = await joinWithApp(auth);
  const weak = await signIn(email);
  const send = async (line: string, token: string, body?: object) => (await call(line, token, body)).status;
  // More than an address gets in a day.
  for (let times = 0; times < 21; times += 1) expect(await send('GET /reauthenticate', weak)).toBe(401);
  for (let times = 0; times < 3; times += 1) {
    expect(await send('POST /passkeys/registration/options', weak, {})).toBe(403);
  }
  const change = (token: string, body: object) => send('PUT /user', token, body);
  const thefts = [await change(weak, { email: 'a@example.org' }), await change(weak, { data: {} })];
  expect([...thefts, await change(weak, { data: {} })]).toEqual([401, 200, 429]);
  expect(await change(await signIn(email), { data: {} })).toBe(200);
  expect([await change(access, { data: {} }), await send('GET /reauthenticate', access)]).toEqual([200, 200]);
  expect(await change(access, { data: {} })).toBe(429);
});
