/** Signing in with a passkey, and every way to forge it. */
import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { requestApp, limitTo, SITE } from '#server/auth/testing/test-auth.ts';
import { createPasskeySandbox } from './testing/passkey-sandbox.ts';
import { createAuthenticator, USED, type Forgery } from './testing/software-authenticator.ts';

const bench = await createPasskeySandbox();
const { request, joinWithPasskey, signIn, startSignIn } = bench;
const { sql } = bench.database;
afterAll(() => bench.database.close());

const failed = { status: 400, json: { code: 'webauthn_verification_failed' } };
const VERIFY = 'POST /passkeys/authentication/verify';

test('[wire] a passkey opens a session of its account', async () => {
  const ann = await joinWithPasskey();
  const { status, json } = await signIn(ann.passkey);
  expect(status).toBe(200);
  expect(json).toMatchObject({ token_type: 'bearer', user: { id: ann.id, email: ann.email } });
  const claims = decodeJwt(json.access_token);
  expect(claims).toMatchObject({ sub: ann.id, aal: 'aal1', amr: [{ method: 'passkey' }] });
  const listed = await request('GET /passkeys', { token: json.access_token });
  expect(listed.json).toMatchObject({ 0: { id: ann.passkeyId, last_used_at: expect.any(String) } });
  expect((await signIn(ann.passkey)).status).toBe(200);
});

test('[wire] a challenge names neither an account nor a passkey', async () => {
  const startedAt = Math.floor(bench.now() / 1000);
  const { options, expires_at } = await startSignIn();
  expect(options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' });
  expect(options['allowCredentials'] ?? []).toEqual([]);
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  expect(expires_at).toBeGreaterThanOrEqual(startedAt + 300);
  expect(expires_at).toBeLessThanOrEqual(Math.floor(bench.now() / 1000) + 300);
});

describe('[A3] a forged response gets no session', () => {
  const forgeries: readonly (readonly [string, Forgery])[] = [
    ['signed by another key', { signer: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['asked for by another page', { origin: 'https://evil.example' }],
    ['asked for by the same host without TLS or on another port', { origin: 'http://127.0.0.1:3001' }],
    ['asked for by a page below a lookalike', { origin: `${SITE}.evil.example` }],
    ['made for another site', { rpId: 'evil.example' }],
    ['signed for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a registration, not a use', { type: 'webauthn.create' }],
    ['without anybody present', { flags: USED - 1 }],
    ['without verifying the user', { flags: USED - 4 }],
    ['of a passkey that suddenly cannot be copied', { flags: 5 }],
    ['without saying whose it is', { userHandle: undefined }],
    ['with an empty user handle', { userHandle: '' }],
    ['under another raw id', { rawId: 'AAAA' }],
    ['under an unregistered id', { id: Buffer.alloc(16).toString('base64url') }],
  ];

  test.each(forgeries)('%s', async (_what, forgery) => {
    const { passkey } = await joinWithPasskey();
    expect(await signIn(passkey, forgery)).toMatchObject(failed);
  });

  test('a response with the name or passkey of another user', async () => {
    const [ann, eve] = [await joinWithPasskey(), await joinWithPasskey()];
    const annsHandle = Buffer.from(ann.id).toString('base64url');
    expect(await signIn(eve.passkey, { userHandle: annsHandle })).toMatchObject(failed);
    expect(await signIn(eve.passkey, { id: ann.passkey.id, userHandle: annsHandle })).toMatchObject(failed);
  });

  test('a passkey that was never registered', async () => {
    expect(await signIn(createAuthenticator())).toMatchObject(failed);
  });

  test('a deleted passkey, and one of a deleted account', async () => {
    const [ann, bob] = [await joinWithPasskey(), await joinWithPasskey()];
    expect((await request(`DELETE /passkeys/${ann.passkeyId}`, { token: ann.access })).status).toBe(204);
    await sql`delete from auth.users where id = ${bob.id}`;
    expect(await signIn(ann.passkey)).toMatchObject(failed);
    expect(await signIn(bob.passkey)).toMatchObject(failed);
  });
});

describe('[A3] an answer counts once', () => {
  test('even if it is sent again, or twice at the same time', async () => {
    const { passkey } = await joinWithPasskey();
    const { challenge_id, options } = await startSignIn();
    const body = { challenge_id, credential: passkey.get(options) };
    const results = await Promise.all([
      request(VERIFY, { body }),
      request(VERIFY, { body }),
      request(VERIFY, { body }),
    ]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const replayed = { status: 400, json: { code: 'webauthn_challenge_not_found' } };
    expect(await request(VERIFY, { body })).toMatchObject(replayed);
    const other = await startSignIn();
    expect(await request(VERIFY, { body: { ...body, challenge_id: other.challenge_id } })).toMatchObject(failed);
  });

  test('even if the first response was wrong', async () => {
    const { passkey } = await joinWithPasskey();
    const { challenge_id, options } = await startSignIn();
    const wrong = passkey.get(options, { origin: 'https://evil.example' });
    expect(await request(VERIFY, { body: { challenge_id, credential: wrong } })).toMatchObject(failed);
    const { status, json } = await request(VERIFY, { body: { challenge_id, credential: passkey.get(options) } });
    expect([status, json['code']]).toEqual([400, 'webauthn_challenge_not_found']);
  });

  test('not after five minutes, and not for a registration challenge', async () => {
    const ann = await joinWithPasskey();
    const { challenge_id, options } = await startSignIn();
    const credential = ann.passkey.get(options);
    const registration = await bench.startRegistration(ann.access);
    const crossed = { challenge_id: registration.challenge_id, credential: ann.passkey.get(registration.options) };
    expect((await request(VERIFY, { body: crossed })).json).toMatchObject({ code: 'webauthn_challenge_not_found' });
    bench.wait(301);
    const late = await request(VERIFY, { body: { challenge_id, credential } });
    expect(late).toMatchObject({ status: 400, json: { code: 'webauthn_challenge_expired' } });
  });

  test('in every process, and old challenges are deleted', async () => {
    const { passkey } = await joinWithPasskey();
    const other = bench.beside({});
    const { challenge_id, options } = await startSignIn(other);
    const used = await request(VERIFY, { body: { challenge_id, credential: passkey.get(options) } });
    expect(used.status).toBe(200);
    await startSignIn();
    bench.wait(2 * 3600);
    await startSignIn();
    expect(await sql`select from auth.webauthn_challenges`).toHaveLength(1);
  });
});

describe('[A3] the count of a passkey that counts', () => {
  test('grows with each use', async () => {
    const ann = await joinWithPasskey();
    ann.passkey.countFrom(2_500_000_000);
    expect((await signIn(ann.passkey)).status).toBe(200);
    expect((await signIn(ann.passkey)).status).toBe(200);
  });

  test('must grow, otherwise there is a copy', async () => {
    const ann = await joinWithPasskey();
    ann.passkey.countFrom(7);
    expect((await signIn(ann.passkey)).status).toBe(200);
    for (const signCount of [8, 7, 1, 0]) expect(await signIn(ann.passkey, { signCount })).toMatchObject(failed);
    expect((await signIn(ann.passkey, { signCount: 9 })).status).toBe(200);
  });

  test('accepts one of two simultaneous responses', async () => {
    const ann = await joinWithPasskey();
    ann.passkey.countFrom(1);
    const results = await Promise.all(Array.from({ length: 4 }, () => signIn(ann.passkey, { signCount: 5 })));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('[A3] who may not sign in', () => {
  test('learns the reason only with the passkey', async () => {
    const [ann, bob] = [await joinWithPasskey(), await joinWithPasskey()];
    await sql`update auth.users set banned_until = now() + interval '1 year' where id = ${ann.id}`;
    await sql`update auth.users set email_confirmed_at = null where id = ${bob.id}`;
    expect((await signIn(ann.passkey)).json).toMatchObject({ code: 'user_banned' });
    expect((await signIn(bob.passkey)).json).toMatchObject({ code: 'email_not_confirmed' });
    expect(await signIn(ann.passkey, { origin: 'https://evil.example' })).toMatchObject(failed);
  });

  test('includes everyone if passkeys are disabled', async () => {
    const app = bench.beside({ passkeys: false });
    for (const line of ['POST /passkeys/authentication/options', VERIFY, 'GET /passkeys', 'PATCH /passkeys/x']) {
      expect(await requestApp(app, line)).toMatchObject({ status: 404, json: { code: 'passkey_disabled' } });
    }
  });

  test('a client with too many attempts', async () => {
    const app = bench.beside(limitTo({ passkeyByAddress: 2 }));
    await startSignIn(app);
    await startSignIn(app);
    expect((await requestApp(app, VERIFY, { body: {} })).status).toBe(429);
    expect((await requestApp(app, 'POST /passkeys/authentication/options', { body: {} })).status).toBe(429);
  });

  test('a client without a valid captcha token, if captchas are enabled', async () => {
    const app = bench.beside({ captcha: { provider: 'turnstile', secret: 'a secret' } });
    const OPTIONS = 'POST /passkeys/authentication/options';
    expect((await requestApp(app, OPTIONS, { body: {} })).json).toMatchObject({ code: 'captcha_failed' });
    const provider = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: true }));
    const body = { gotrue_meta_security: { captcha_token: 'a token' } };
    expect((await requestApp(app, OPTIONS, { body })).status).toBe(200);
    provider.mockRestore();
  });

  test('a client that sends an invalid credential', async () => {
    const { challenge_id, options } = await startSignIn();
    const { passkey } = await joinWithPasskey();
    const good = passkey.get(options);
    const bodies = [
      {},
      { challenge_id },
      { challenge_id: 'x', credential: good },
      { challenge_id, credential: 'x' },
      { challenge_id, credential: { ...good, id: 'a'.repeat(2000) } },
      { challenge_id, credential: { ...good, id: "' or true" } },
      { challenge_id, credential: { ...good, response: { ...good.response, signature: [1] } } },
      { challenge_id, credential: { ...good, response: { ...good.response, signature: 'a'.repeat(20_000) } } },
      { challenge_id, credential: { ...good, type: 'password' } },
    ];
    for (const body of bodies) {
      expect(await request(VERIFY, { body })).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
    }
    // None of them has used up the challenge; what can be read and means nothing does.
    const empty = { ...good, response: { ...good.response, authenticatorData: '', clientDataJSON: 'e30' } };
    expect(await request(VERIFY, { body: { challenge_id, credential: empty } })).toMatchObject(failed);
  });
});
