/** Which tokens are accepted, before and after keys change. */
import { decodeProtectedHeader, SignJWT, type JWK } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens, TEST_ISSUER } from '#server/testing/test-tokens.ts';
import { createTokens, signLegacyKey, type Tokens } from './create-tokens.ts';
import { keepIssuer, makeSecrets, readSecrets, rotateSigningKey, type OwnSecrets } from './secrets.ts';
import { makeSigningKey } from './key-ring.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { sql } = database;
const nothing = { signingKey: null, jwtSecret: null };
const claims = { sub: '6f1c1a54-6d2e-4a60-9d0e-8a3d1f9f5b11', role: 'authenticated', aud: 'authenticated' };

/** The tokens of one process on the database. */
async function startProcess(now: () => number = Date.now, own: OwnSecrets = nothing): Promise<Tokens> {
  const reread = async (): Promise<readonly JWK[]> => (await readSecrets(sql, own)).signingKeys;
  return createTokens({ secrets: await readSecrets(sql, own), issuer: TEST_ISSUER, now, reread });
}

const kidOf = (token: string): unknown => decodeProtectedHeader(token).kid;

test('[wire] an access token names its issuer and expiry, and is valid until then', async () => {
  let now = Date.now();
  const tokens = await createTestTokens(() => now);
  const token = await tokens.sign(claims, 60);
  expect(await tokens.authenticate(token)).toMatchObject({
    ok: true,
    value: { role: 'authenticated', claims: { ...claims, iss: TEST_ISSUER } },
  });
  now += 61_000;
  expect(await tokens.authenticate(token)).toEqual({
    ok: false,
    failure: { type: 'expired-token', secondsAgo: expect.closeTo(1, 0) },
  });
});

test('[wire] role keys are the same in every process: new ones, and legacy ones signed with the secret', async () => {
  const [one, other] = [await startProcess(), await startProcess()];
  expect(one.anonKey).toBe(other.anonKey);
  const { publishableKey, secretKey, jwtSecret } = await readSecrets(sql, nothing);
  const ofOperator = await signLegacyKey('service_role', jwtSecret);
  for (const [key, role] of [
    [publishableKey, 'anon'],
    [one.anonKey, 'anon'],
    [secretKey, 'service_role'],
    [ofOperator, 'service_role'],
  ] as const) {
    expect(await other.authenticate(key)).toMatchObject({ ok: true, value: { role } });
  }
  const stranger = await createTestTokens();
  for (const key of [publishableKey, secretKey, one.anonKey, ofOperator, '', `${secretKey}x`]) {
    expect((await stranger.authenticate(key)).ok).toBe(false);
  }
});

test.each([
  ['without an issuer', {}, true],
  ['with the issuer of the role keys', { iss: 'supabase' }, true],
  ['with another issuer', { iss: 'https://elsewhere.example' }, false],
])('[wire] a token that an operator signs with the secret, %s, is accepted: %j', async (_, issuer, isAccepted) => {
  const secret = 'a secret of at least thirty-two characters';
  const tokens = await startProcess(Date.now, { ...nothing, jwtSecret: secret });
  const subject = '00000000-0000-4000-8000-000000000001';
  const sign = (claimsOf: object, key = secret) =>
    new SignJWT({ role: 'authenticated', sub: subject, ...claimsOf })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key));
  const answer = await tokens.authenticate(await sign(issuer));
  expect(answer).toMatchObject(
    isAccepted
      ? { value: { role: 'authenticated', claims: { sub: subject } } }
      : { failure: { type: 'invalid-token' } },
  );
  expect((await tokens.authenticate(await sign(issuer, `${secret}!`))).ok).toBe(false);
  expect((await tokens.authenticate(await sign({ ...issuer, role: 'postgres' }))).ok).toBe(false);
});

test('[wire] two processes that start at once on an empty database create one set of secrets', async () => {
  await sql`delete from auth.secrets`;
  const [one, other] = await Promise.all([readSecrets(sql, nothing), readSecrets(sql, nothing)]);
  expect(one).toEqual(other);
});

test('[wire] after a rotation the new key signs, earlier tokens stay valid, and all public keys are published', async () => {
  const before = await startProcess();
  const old = await before.sign(claims, 3600);
  await rotateSigningKey(sql);
  const after = await startProcess();
  const young = await after.sign(claims, 3600);
  expect(kidOf(young)).not.toBe(kidOf(old));
  expect((await after.authenticate(old)).ok).toBe(true);
  expect(after.jwks().keys.map(({ kid }) => kid)).toEqual([kidOf(young), kidOf(old)]);
  for (const key of after.jwks().keys) expect(key).not.toHaveProperty('d');
});

test('[wire] a running process loads the new key when it first sees its id', async () => {
  const running = await startProcess();
  await rotateSigningKey(sql);
  const young = await (await startProcess()).sign(claims, 3600);
  expect(running.jwks().keys.map(({ kid }) => kid)).not.toContain(kidOf(young));
  expect((await running.authenticate(young)).ok).toBe(true);
  expect(running.jwks().keys.map(({ kid }) => kid)).toContain(kidOf(young));
});

test('[wire] unknown key ids reload the keys at most once in a while', async () => {
  let now = Date.now();
  let reads = 0;
  const secrets = await makeSecrets();
  const reread = async (): Promise<readonly JWK[]> => {
    reads += 1;
    if (reads === 2) throw new Error('the database is away');
    return secrets.signingKeys;
  };
  const tokens = await createTokens({ secrets, issuer: TEST_ISSUER, now: () => now, reread });
  const strange = await (await createTestTokens()).sign(claims, 3600);
  const tries = await Promise.all(Array.from({ length: 20 }, () => tokens.authenticate(strange)));
  expect(tries.every(({ ok }) => !ok)).toBe(true);
  expect(reads).toBe(1);
  now += 5_000;
  expect((await tokens.authenticate(strange)).ok).toBe(false);
  expect(reads).toBe(2);
  expect((await tokens.authenticate(await tokens.sign(claims, 60))).ok).toBe(true);
});

test('[wire] after many rotations three keys are kept, and a token of the fourth last is invalid', async () => {
  const old = await (await startProcess()).sign(claims, 3600);
  for (let n = 0; n < 3; n += 1) await rotateSigningKey(sql);
  const tokens = await startProcess();
  expect(tokens.jwks().keys).toHaveLength(3);
  expect((await tokens.authenticate(old)).ok).toBe(false);
});

test("[wire] an operator's own key and secret come first, and the stored keys still verify", async () => {
  const old = await (await startProcess()).sign(claims, 3600);
  const signingKey = { ...(await makeSigningKey()), kid: 'brought', key_ops: ['sign', 'verify'], note: 'private' };
  const tokens = await startProcess(Date.now, { signingKey, jwtSecret: 'x'.repeat(40) });
  const young = await tokens.sign(claims, 3600);
  expect(kidOf(young)).toBe('brought');
  expect((await tokens.authenticate(young)).ok).toBe(true);
  expect((await tokens.authenticate(old)).ok).toBe(true);
  expect(tokens.anonKey).not.toBe((await startProcess()).anonKey);
  expect(tokens.jwks().keys[0]).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String),
    y: expect.any(String),
    kid: 'brought',
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  });
});

test('[arch-5] the issuer stays the same after the first start, whatever the port', async () => {
  expect(await keepIssuer(sql, 'http://127.0.0.1:3000/auth/v1')).toBe('http://127.0.0.1:3000/auth/v1');
  expect(await keepIssuer(sql, 'http://127.0.0.1:4000/auth/v1')).toBe('http://127.0.0.1:3000/auth/v1');
});

test('[wire] a cached token is rejected once its key is gone', async () => {
  let now = Date.now();
  const process = await startProcess(() => now);
  const token = await process.sign(claims, 3600);
  expect(await process.authenticate(token)).toMatchObject({ ok: true });
  for (let turn = 0; turn < 3; turn += 1) await rotateSigningKey(sql);
  // An unknown key id makes it read the keys again.
  now += 10_000;
  const other = await startProcess();
  expect(await process.authenticate(await other.sign(claims, 3600))).toMatchObject({ ok: true });
  expect(await process.authenticate(token)).toMatchObject({ ok: false, failure: { type: 'invalid-token' } });
});
