/** Signing in with a password: equal responses for wrong passwords and unknown addresses, and rate limits. */
import * as crypto from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, limitTo, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, argon2: vi.fn<typeof crypto.argon2>(real.argon2) };
});

const auth = await createTestAuth();
const { database, request } = auth;
beforeEach(() => {
  vi.mocked(crypto.argon2).mockClear();
});

const signIn = (email: unknown, password: unknown) =>
  request('POST /token?grant_type=password', { body: { email, password } });
const invalid = { status: 400, json: { code: 'invalid_credentials', message: 'Invalid login credentials' } };

test('[wire] the right password opens a session, whatever the case of the address', async () => {
  const { email, id } = await auth.join();
  const { status, json } = await signIn(`  ${email.toUpperCase()}`, PASSWORD);
  expect(status).toBe(200);
  expect(json).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id, email } });
  expect(json).not.toHaveProperty('weak_password');
  expect(await request('GET /user', { token: json.access_token })).toMatchObject({ status: 200, json: { id } });
});

test('[wire] an unknown address, a missing password and a wrong one take the same work and get the same response', async () => {
  const { email } = await auth.join();
  const without = newEmail();
  await database.sql`insert into auth.users (email, email_confirmed_at) values (${without}, now())`;
  const works = [];
  for (const address of [email, newEmail(), without, 'no address']) {
    vi.mocked(crypto.argon2).mockClear();
    expect(await signIn(address, 'wrong password')).toMatchObject(invalid);
    works.push(
      vi.mocked(crypto.argon2).mock.calls.map(([, { memory, passes, tagLength }]) => ({ memory, passes, tagLength })),
    );
  }
  expect(works[0]).toEqual([{ memory: 19_456, passes: 2, tagLength: 32 }]);
  expect(new Set(works.map((work) => JSON.stringify(work))).size).toBe(1);
});

test('[wire] malformed credentials are refused like wrong ones', async () => {
  const { email } = await auth.join();
  for (const [address, password] of [
    [email, ''],
    [email, null],
    ['', PASSWORD],
    [undefined, PASSWORD],
    [email, 'x'.repeat(50_000)],
  ]) {
    expect(await signIn(address, password)).toMatchObject(invalid);
  }
  expect(await signIn(email, 5)).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
  const phone = await request('POST /token?grant_type=password', { body: { phone: '+15550100', password: PASSWORD } });
  expect(phone).toMatchObject({ status: 422, json: { code: 'phone_provider_disabled' } });
});

test('[wire] an unknown grant is refused', async () => {
  for (const query of ['', '?grant_type=', '?grant_type=authorization_code', '?grant_type=constructor']) {
    const answer = await request(`POST /token${query}`, { body: {} });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
    });
  }
});

test('[wire] ways to sign in that are not offered are refused by name', async () => {
  const cases: [string, number, string][] = [
    ['POST /token?grant_type=id_token', 400, 'provider_disabled'],
    ['POST /token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['POST /sso', 404, 'saml_provider_disabled'],
  ];
  for (const [line, status, code] of cases) {
    expect([line, await request(line, { body: {} })]).toMatchObject([line, { status, json: { code } }]);
  }
});

test('[wire] the session response warns about a password that the current policy refuses', async () => {
  const { email } = await auth.join();
  const stricter = auth.beside({ minPasswordLength: 20 });
  const { json } = await requestApp(stricter, 'POST /token?grant_type=password', {
    body: { email, password: PASSWORD },
  });
  expect(json['weak_password']).toEqual({ message: 'Password should be at least 20 characters.', reasons: ['length'] });
});

test('[wire] a weak hash is upgraded at the next sign-in', async () => {
  const { email } = await auth.join();
  const salt = Buffer.alloc(16, 1);
  const weak = crypto.argon2Sync('argon2id', {
    message: PASSWORD,
    nonce: salt,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  await database.sql`update auth.users set encrypted_password = ${`$argon2id$v=19$m=64,t=1,p=1$${text(salt)}$${text(weak)}`} where email = ${email}`;
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 200 });
  const [stored] = await database.sql<
    { hash: string }[]
  >`select encrypted_password as hash from auth.users where email = ${email}`;
  expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 200 });
});

test('[wire] an unreadable hash refuses every password', async () => {
  const { email } = await auth.join();
  for (const hash of [
    '',
    'x',
    '$2a$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=1,t=1,p=9$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAA',
  ]) {
    await database.sql`update auth.users set encrypted_password = ${hash} where email = ${email}`;
    expect(await signIn(email, PASSWORD)).toMatchObject(invalid);
  }
});

test('[wire] at most two hashes are computed at once, and every caller gets a response', async () => {
  const { email } = await auth.join();
  let running = 0;
  let most = 0;
  const { argon2 } = await vi.importActual<typeof crypto>('node:crypto');
  vi.mocked(crypto.argon2).mockImplementation((algorithm, parameters, callback) => {
    running += 1;
    most = Math.max(most, running);
    argon2(algorithm, parameters, (error, key) => {
      running -= 1;
      callback(error, key);
    });
  });
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, PASSWORD)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(most).toBe(2);
});

test('[wire] an account has few attempts from all addresses together, and the correct password resets the count', async () => {
  const strict = auth.beside(limitTo({ passwordByAccount: 3 }));
  const guess = (email: string, password: string, address: string) =>
    requestApp(strict, 'POST /token?grant_type=password', {
      body: { email, password },
      headers: { 'x-test-address': address },
    });
  for (const email of [(await auth.join()).email, newEmail()]) {
    for (const address of ['1', '2', '3']) expect(await guess(email, 'wrong', address)).toMatchObject(invalid);
    expect(await guess(email.toUpperCase(), PASSWORD, '4')).toMatchObject({
      status: 429,
      json: { code: 'over_request_rate_limit' },
    });
  }
  const { email } = await auth.join();
  for (let i = 0; i < 3; i += 1) {
    await guess(email, 'wrong', '5');
    await guess(email, 'wrong', '5');
    expect(await guess(email, PASSWORD, '5')).toMatchObject({ status: 200 });
  }
});

test('[wire] a network address has a limit over all accounts', async () => {
  const strict = auth.beside(limitTo({ passwordByAddress: 2 }));
  const guess = (address: string) =>
    requestApp(strict, 'POST /token?grant_type=password', {
      body: { email: newEmail(), password: 'x' },
      headers: { 'x-test-address': address },
    });
  expect(await guess('2001:db8::1')).toMatchObject(invalid);
  expect(await guess('2001:db8::2')).toMatchObject(invalid);
  expect(await guess('2001:db8::3')).toMatchObject({ status: 429 });
  expect(await guess('2001:db8:1::1')).toMatchObject(invalid);
});
