/** Recovery codes: shown once, stored as hashes, each used once, and no way around the second step. */
import { Hono } from 'hono';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { enrollApp, joinWithApp, verify } from '#server/auth/factors/testing/test-factors.ts';
import { createAuthDevice } from '#server/auth/testing/auth-device.ts';
import { createTestAuth, limitTo, PASSWORD, requestApp } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request } = auth;

const createSchema = v.object({ codes: v.array(v.string()) });
const VERIFY = 'POST /factors/recovery-codes/verify';

const create = (token: string) => request('POST /factors', { token, body: { factor_type: 'recovery_codes' } });
const createCodes = async (token: string): Promise<readonly string[]> =>
  v.parse(createSchema, (await create(token)).json).codes;
const signIn = async (email: string) => (await auth.signInByPassword(email)).access_token;
const refused = { status: 422, json: { code: 'mfa_verification_failed' } };

test('[A3] ten codes are created, shown once, and stored as hashes only', async () => {
  const { id, access } = await joinWithApp(auth);
  const codes = await createCodes(access);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  const rows = await database.sql`select * from auth.mfa_recovery_codes where user_id = ${id}`;
  expect(rows).toHaveLength(10);
  expect(JSON.stringify(rows)).not.toContain(codes[0]?.slice(0, 4));
  expect((await request('GET /user', { token: access })).json).toMatchObject({ recovery_codes_left: 10 });
});

test('[A3] a code replaces the second step once, as typed in any case and with spaces', async () => {
  const { email, access } = await joinWithApp(auth);
  const [code = '', other = ''] = await createCodes(access);
  const weak = await signIn(email);
  const { status, json } = await request(VERIFY, {
    token: weak,
    body: { code: ` ${code.toLowerCase().replaceAll('-', ' ')}` },
  });
  expect(status).toBe(200);
  expect(decodeJwt(json.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/recovery_code' }, {}] });
  expect((await request('GET /user', { token: json.access_token })).json).toMatchObject({ recovery_codes_left: 9 });
  const again = await signIn(email);
  expect(await request(VERIFY, { token: again, body: { code } })).toMatchObject(refused);
  const answers = await Promise.all([1, 2].map(() => request(VERIFY, { token: again, body: { code: other } })));
  expect(answers.map((answer) => answer.status === 200).filter(Boolean)).toHaveLength(1);
});

test('[A3] after a sign-in with a code, a lost app can be replaced; with the last factor the codes go', async () => {
  const { email, access, factor } = await joinWithApp(auth);
  const [first = '', second = ''] = await createCodes(access);
  const { json } = await request(VERIFY, { token: await signIn(email), body: { code: first } });
  const token = json.access_token;
  expect((await request(`DELETE /factors/${factor.id}`, { token })).status).toBe(200);
  expect((await request('GET /user', { token })).json).not.toHaveProperty('recovery_codes_left');
  expect(await request(VERIFY, { token: await signIn(email), body: { code: second } })).toMatchObject(refused);
  expect((await verify(auth, token, await enrollApp(auth, token))).status).toBe(200);
});

test('[A3] new codes replace the earlier ones, and only a session with the second step creates them', async () => {
  const { email, access } = await joinWithApp(auth);
  const [old = ''] = await createCodes(access);
  const [fresh = ''] = await createCodes(access);
  const weak = await signIn(email);
  expect(await create(weak)).toMatchObject({ status: 403, json: { code: 'insufficient_aal' } });
  expect(await create((await auth.join()).access)).toMatchObject({ status: 403 });
  expect(await request(VERIFY, { token: weak, body: { code: old } })).toMatchObject(refused);
  expect((await request(VERIFY, { token: weak, body: { code: fresh } })).status).toBe(200);
});

test('[A3] a code works for its account only, and attempts are limited like those of other second steps', async () => {
  const ann = await joinWithApp(auth);
  const eve = await joinWithApp(auth);
  const [code = ''] = await createCodes(ann.access);
  await createCodes(eve.access);
  expect(await request(VERIFY, { token: await signIn(eve.email), body: { code } })).toMatchObject(refused);
  const strict = auth.beside(limitTo({ codeByDay: 2 }));
  const token = await signIn(ann.email);
  const elsewhere = { 'x-test-address': '203.0.113.5' };
  const attempt = (body: object) => requestApp(strict, VERIFY, { token, body, headers: elsewhere });
  for (let n = 0; n < 2; n += 1) expect(await attempt({ code: 'AAAA-BBBB-CCCC-DDDD' })).toMatchObject(refused);
  expect((await attempt({ code })).status).toBe(429);
});

test('[A5] the owner is notified when codes are created or used', async () => {
  const { email, access } = await joinWithApp(auth);
  const [code = ''] = await createCodes(access);
  await request(VERIFY, { token: await signIn(email), body: { code } });
  const texts = () => auth.mails.filter(({ to }) => to === email).map(({ text }) => text);
  await vi.waitUntil(() =>
    texts().some((text) => text.includes('A recovery code was used to sign in. 9 recovery codes are left.')),
  );
  expect(texts().some((text) => text.includes('New recovery codes for two-step verification were created.'))).toBe(
    true,
  );
});

test('[wire] the official client signs in with a code', async () => {
  const { email, access } = await joinWithApp(auth);
  const [code = ''] = await createCodes(access);
  const device = createAuthDevice({ site: new Hono().route('/auth/v1', auth.app), key: auth.tokens.anonKey });
  await device.signInWithPassword({ email, password: PASSWORD });
  const { error } = await device.mfa.verify({ factorId: 'recovery-codes', challengeId: '', code });
  expect(error).toBeNull();
  expect((await device.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});
