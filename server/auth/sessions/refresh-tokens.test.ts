/** Verifying a second factor starts a new chain of refresh tokens. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { enrollApp, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();

const request = (token: string) =>
  auth.request('POST /token?grant_type=refresh_token', { body: { refresh_token: token } });
const renew = async (token: string) => (await request(token)).json.refresh_token;
const used = { status: 400, json: { code: 'refresh_token_already_used', access_token: '', refresh_token: '' } };
/** The client may ask again: its other tab may be about to store the new token. */
const outdated = { status: 409, json: { code: 'conflict', access_token: '', refresh_token: '' } };

/** An attacker with only the password may have any of the earlier tokens. */
async function joinAndLift() {
  const { email, access, refresh: first } = await auth.join();
  const second = await renew(first);
  const factor = await enrollApp(auth, access);
  const { json } = await verify(auth, access, factor);
  return { email, access, factor, first, second, after: json.refresh_token };
}

test('[A3] a second factor revokes all earlier refresh tokens, even one that is used at the same time, and the owner stays signed in', async () => {
  const { first, second, after } = await joinAndLift();
  for (const before of [first, second, first]) expect(await request(before)).toMatchObject(outdated);
  const { json } = await request(after);
  expect(decodeJwt(json.access_token)).toMatchObject({ aal: 'aal2' });
  expect(await renew(json.refresh_token)).not.toBe('');
});

test('[A3] the parent of a token from before the second step is refused as well', async () => {
  const { first, after } = await joinAndLift();
  auth.wait(9);
  expect(await request(first)).toMatchObject(outdated);
  expect(await renew(after)).not.toBe('');
});

test.each([0, 1])('[A3] a token of the old chain that is used later ends the session (%s)', async (which) => {
  const { first, second, after } = await joinAndLift();
  const next = await renew(after);
  auth.wait(11);
  expect(await request([first, second][which] ?? '')).toMatchObject(used);
  expect(await request(next)).toMatchObject({ status: 400, json: { code: 'refresh_token_not_found' } });
});

test('[A1] a client that lost the response verifies the second factor again and stays signed in', async () => {
  const { access, factor, after: unheard } = await joinAndLift();
  auth.wait(30);
  const { status, json } = await verify(auth, access, factor);
  expect([status, decodeJwt(json.access_token)['aal']]).toEqual([200, 'aal2']);
  expect(await request(unheard)).toMatchObject(outdated);
  expect(await renew(json.refresh_token)).not.toBe('');
});

test('[A1] after a lost response the user signs in again, and old tokens do not end the new session', async () => {
  const { email, factor, second } = await joinAndLift();
  auth.wait(3600);
  expect(await request(second)).toMatchObject(used);
  const body = { email, password: PASSWORD };
  const { json: weak } = await auth.request('POST /token?grant_type=password', { body });
  const { json } = await verify(auth, weak.access_token, factor);
  auth.wait(11);
  expect(await request(second)).toMatchObject({ status: 400 });
  expect(decodeJwt((await request(json.refresh_token)).json.access_token)).toMatchObject({ aal: 'aal2' });
});

test('[A3] an earlier access token keeps its lower level', async () => {
  const { access, factor } = await joinAndLift();
  const refused = { json: { code: 'insufficient_aal' } };
  const phone = { factor_type: 'phone', friendly_name: 'Eve', phone: '+15550199' };
  expect(await auth.request(`DELETE /factors/${factor.id}`, { token: access })).toMatchObject(refused);
  expect(await auth.request('POST /factors', { token: access, body: phone })).toMatchObject(refused);
  expect(await auth.request('PUT /user', { token: access, body: { password: 'another one' } })).toMatchObject(refused);
});
