/** Adding a sign-in method requires a recent sign-in, and an attacker's second factor does not replace it. */
import { afterAll, expect, test } from 'vitest';
import { createPasskeySandbox } from '#server/auth/passkeys/testing/passkey-sandbox.ts';
import { createAuthenticator } from '#server/auth/passkeys/testing/software-authenticator.ts';
import { enrollApp, verify } from '#server/auth/factors/testing/test-factors.ts';
import { newEmail, requestApp, PASSWORD } from '#server/auth/testing/test-auth.ts';

const bench = await createPasskeySandbox({ recentSignIn: 600, accessTokenLifetime: 7 * 24 * 3600 });
const { request, join, register, wait } = bench;
afterAll(() => bench.database.close());

const NEW = 'a new password';
const needed = { status: 400, json: { code: 'reauthentication_needed' } };
const ENROL = 'POST /factors';
const app = { factor_type: 'totp', friendly_name: 'App' };
const LINK = 'GET /user/identities/authorize?provider=keycloak';

test('[A3] a second step that was just set up does not count as a recent sign-in', async () => {
  const thief = await join();
  const factor = await enrollApp(bench, thief.access);
  wait(601);
  const lifted = await verify(bench, thief.access, factor);
  expect(lifted.status).toBe(200);
  const token = lifted.json.access_token;
  expect(await request('PUT /user', { token, body: { password: NEW } })).toMatchObject(needed);
  // Nor is one that was verified again.
  wait(30);
  expect((await verify(bench, token, factor)).status).toBe(200);
  expect(await request('PUT /user', { token, body: { password: NEW } })).toMatchObject(needed);
});

test('[A3] long after a sign-in, a session cannot add a second factor, a passkey or a provider', async () => {
  const { email, access: token } = await join();
  wait(590);
  const started = await bench.startRegistration(token);
  wait(20);
  expect(await request(ENROL, { token, body: app })).toMatchObject({
    status: 400,
    json: { code: 'reauthentication_needed', message: 'Sign in again before you add a way to sign in' },
  });
  expect(await request(LINK, { token })).toMatchObject(needed);
  expect(await request('POST /passkeys/registration/options', { token, body: {} })).toMatchObject(needed);
  // One that was begun in time is not finished later.
  const credential = createAuthenticator().create(started.options);
  const late = { challenge_id: started.challenge_id, credential };
  expect(await request('POST /passkeys/registration/verify', { token, body: late })).toMatchObject(needed);
  const again = await request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
  const fresh = again.json.access_token;
  expect((await request(ENROL, { token: fresh, body: app })).status).toBe(200);
  expect((await register(fresh, createAuthenticator())).status).toBe(200);
});

test('[A3] without the recent sign-in setting, sign-in methods can be added at any time', async () => {
  const { access: token } = await join();
  wait(601);
  const free = bench.beside({ recentSignIn: 0 });
  expect((await requestApp(free, ENROL, { token, body: app })).status).toBe(200);
  expect((await requestApp(free, 'POST /passkeys/registration/options', { token, body: {} })).status).toBe(200);
});

test('[A3] if only the new address has to confirm, changing the address requires a recent sign-in', async () => {
  const simple = bench.beside({ confirmsBothAddresses: false, recentSignIn: 600 });
  const { access: token } = await join();
  const change = () => requestApp(simple, 'PUT /user', { token, body: { email: newEmail() } });
  expect((await change()).status).toBe(200);
  wait(601);
  expect(await change()).toMatchObject(needed);
});
