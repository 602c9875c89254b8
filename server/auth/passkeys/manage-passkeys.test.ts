/** Registering and managing passkeys: names, limits, other users' passkeys, and the second factor. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { requestApp, limitTo } from '#server/auth/testing/test-auth.ts';
import { createPasskeySandbox } from './testing/passkey-sandbox.ts';
import { createAuthenticator, USED, type Forgery } from './testing/software-authenticator.ts';

const bench = await createPasskeySandbox();
const { request, join, joinWithPasskey, register, startRegistration } = bench;
const { sql } = bench.database;
afterAll(() => bench.database.close());

const failed = { status: 400, json: { code: 'webauthn_verification_failed' } };
const VERIFY = 'POST /passkeys/registration/verify';
const APPLE = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';

test('[wire] a signed-in user registers a discoverable passkey', async () => {
  const ann = await join();
  const { options } = await startRegistration(ann.access);
  expect(options).toMatchObject({
    rp: { id: '127.0.0.1', name: 'Checklist' },
    user: { id: Buffer.from(ann.id).toString('base64url'), name: ann.email, displayName: ann.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const passkey = createAuthenticator();
  expect(await register(ann.access, passkey)).toMatchObject({
    status: 200,
    json: { friendly_name: 'Passkey', created_at: expect.any(String) },
  });
  expect(await startRegistration(ann.access)).toMatchObject({ options: { excludeCredentials: [{ id: passkey.id }] } });
});

test('[wire] the default name is that of the password manager or device, and is unique', async () => {
  const ann = await join();
  const name = async (aaguid?: string): Promise<unknown> =>
    (await register(ann.access, createAuthenticator(aaguid))).json['friendly_name'];
  expect([await name(APPLE), await name(APPLE), await name(), await name()]).toEqual([
    'iCloud Keychain',
    'iCloud Keychain 2',
    'Passkey',
    'Passkey 2',
  ]);
  const { challenge_id, options } = await startRegistration(ann.access);
  const body = { challenge_id, credential: createAuthenticator().create(options) };
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel) Chrome/140' };
  expect((await request(VERIFY, { body, token: ann.access, headers })).json).toMatchObject({
    friendly_name: 'Passkey on Android',
  });
});

describe('[A3] forged credentials are not registered', () => {
  const forgeries: readonly (readonly [string, Forgery])[] = [
    ['made by another page', { origin: 'https://evil.example' }],
    ['made for another site', { rpId: 'evil.example' }],
    ['made for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a use, not a registration', { type: 'webauthn.get' }],
    ['made without anybody present', { flags: USED + 64 - 1 }],
    ['made without verifying the user', { flags: USED + 64 - 4 }],
    ['without a key', { flags: USED }],
    ['under another id than the authenticator says', { id: Buffer.alloc(16).toString('base64url') }],
  ];

  test.each(forgeries)('%s', async (_what, forgery) => {
    const { access, id } = await join();
    expect(await register(access, createAuthenticator(), forgery)).toMatchObject(failed);
    expect(await sql`select from auth.webauthn_credentials where user_id = ${id}`).toHaveLength(0);
  });

  test('a malformed credential', async () => {
    const { access } = await join();
    for (const attestationObject of ['', 'AAAA', 'oA', 'gYGBgYGBgYGBgYGBgYGB', 'n'.repeat(16_000)]) {
      const { challenge_id, options } = await startRegistration(access);
      const good = createAuthenticator().create(options);
      const credential = { ...good, response: { ...good.response, attestationObject } };
      expect(await request(VERIFY, { body: { challenge_id, credential }, token: access })).toMatchObject(failed);
    }
  });

  test('a challenge of another user or of a sign-in, or a used or expired one', async () => {
    const [ann, eve] = [await join(), await join()];
    const refused = { status: 400, json: { code: 'webauthn_challenge_not_found' } };
    const passkey = createAuthenticator();
    const { challenge_id, options } = await startRegistration(ann.access);
    const body = { challenge_id, credential: passkey.create(options) };
    expect(await request(VERIFY, { body, token: eve.access })).toMatchObject(refused);
    expect((await request(VERIFY, { body, token: ann.access })).status).toBe(200);
    expect(await request(VERIFY, { body, token: ann.access })).toMatchObject(refused);
    const other = await bench.startSignIn();
    const crossed = { challenge_id: other.challenge_id, credential: createAuthenticator().create(other.options) };
    expect(await request(VERIFY, { body: crossed, token: ann.access })).toMatchObject(refused);
    const old = await startRegistration(ann.access);
    bench.wait(301);
    const late = { challenge_id: old.challenge_id, credential: createAuthenticator().create(old.options) };
    expect((await request(VERIFY, { body: late, token: ann.access })).json).toMatchObject({
      code: 'webauthn_challenge_expired',
    });
  });
});

test("[A3] attestation is ignored: addresses in the sender's certificates are not contacted", async () => {
  const { access } = await join();
  const fetched = vi.spyOn(globalThis, 'fetch');
  for (const fmt of ['packed', 'tpm', 'android-safetynet', 'unknown-format']) {
    const statement = new Map<string, string | number | Uint8Array[] | Uint8Array>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
      ['x5c', [new Uint8Array(500)]],
    ]);
    expect((await register(access, createAuthenticator(), { fmt, statement })).status).toBe(200);
  }
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

describe('[A3] a passkey belongs to one account', () => {
  test('cannot be registered twice, by another user, or concurrently', async () => {
    const [ann, eve] = [await join(), await join()];
    const passkey = createAuthenticator();
    const results = await Promise.all([ann, ann, eve].map(({ access }) => register(access, passkey)));
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(results.find(({ status }) => status === 422)?.json).toMatchObject({ code: 'webauthn_credential_exists' });
  });

  test('an account has at most ten, even with simultaneous registrations', async () => {
    const ann = await join();
    const started = await Promise.all(Array.from({ length: 12 }, () => startRegistration(ann.access)));
    const results = await Promise.all(
      started.map(({ challenge_id, options }) =>
        request(VERIFY, {
          body: { challenge_id, credential: createAuthenticator().create(options) },
          token: ann.access,
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(10);
    const more = await request('POST /passkeys/registration/options', { body: {}, token: ann.access });
    expect(more).toMatchObject({ status: 422, json: { code: 'too_many_passkeys' } });
  });

  test('only its owner can list, rename and delete it', async () => {
    const [ann, eve] = [await joinWithPasskey(), await joinWithPasskey()];
    const path = `/passkeys/${ann.passkeyId}`;
    const unknown = { status: 404, json: { code: 'webauthn_credential_not_found' } };
    const body = { friendly_name: ' My “key” ' };
    expect(await request(`PATCH ${path}`, { body, token: eve.access })).toMatchObject(unknown);
    expect(await request(`DELETE ${path}`, { token: eve.access })).toMatchObject(unknown);
    expect(await request('DELETE /passkeys/nonsense', { token: eve.access })).toMatchObject(unknown);
    expect(await request('PATCH /passkeys/nonsense', { body, token: eve.access })).toMatchObject(unknown);
    const renamed = await request(`PATCH ${path}`, { body, token: ann.access });
    expect(renamed).toMatchObject({ status: 200, json: { id: ann.passkeyId, friendly_name: 'My “key”' } });
    for (const name of ['', '  ', 'x'.repeat(121), null, 1]) {
      expect((await request(`PATCH ${path}`, { body: { friendly_name: name }, token: ann.access })).status).toBe(400);
    }
    const listed = await bench.app.request('/passkeys', { headers: { authorization: `Bearer ${ann.access}` } });
    expect(await listed.json()).toEqual([
      { id: ann.passkeyId, friendly_name: 'My “key”', created_at: expect.any(String) },
    ]);
    expect((await request(`DELETE ${path}`, { token: ann.access })).status).toBe(204);
    expect(await request(`DELETE ${path}`, { token: ann.access })).toMatchObject(unknown);
  });
});

test('[A3] with a second step, a stolen password cannot register, rename or delete passkeys', async () => {
  const ann = await joinWithPasskey();
  await bench.addFactor(ann.id);
  const refused = { status: 403, json: { code: 'insufficient_aal' } };
  const path = `/passkeys/${ann.passkeyId}`;
  for (const line of ['POST /passkeys/registration/options', VERIFY, `PATCH ${path}`, `DELETE ${path}`]) {
    expect(await request(line, { body: {}, token: ann.access })).toMatchObject(refused);
  }
  await sql`update auth.sessions set aal = 'aal2' where user_id = ${ann.id}`;
  // An earlier token keeps its lower level.
  expect(await request(`DELETE ${path}`, { token: ann.access })).toMatchObject(refused);
  const body = { refresh_token: ann.refresh };
  const { json } = await request('POST /token?grant_type=refresh_token', { body });
  expect((await register(json.access_token, createAuthenticator())).status).toBe(200);
});

test('[A3] unauthenticated callers and ended sessions cannot register passkeys, and registrations are rate limited', async () => {
  const ann = await join();
  const OPTIONS = 'POST /passkeys/registration/options';
  for (const line of [OPTIONS, VERIFY, 'GET /passkeys', 'PATCH /passkeys/x', 'DELETE /passkeys/x']) {
    expect((await request(line)).status).toBe(401);
    expect((await request(line, { token: bench.tokens.anonKey })).status).toBe(403);
  }
  const app = bench.beside(limitTo({ changeByAccount: 1 }));
  expect((await requestApp(app, OPTIONS, { body: {}, token: ann.access })).status).toBe(200);
  expect((await requestApp(app, OPTIONS, { body: {}, token: ann.access })).status).toBe(429);
  await request('POST /logout?scope=global', { token: ann.access });
  expect((await request(OPTIONS, { body: {}, token: ann.access })).json).toMatchObject({ code: 'session_not_found' });
});

test('[wire] an operator can list and delete the passkeys of any user', async () => {
  const ann = await joinWithPasskey();
  const path = `/admin/users/${ann.id}/passkeys`;
  const operator = bench.tokens.serviceRoleKey;
  expect((await request(`GET ${path}`, { token: ann.access })).json).toMatchObject({ code: 'not_admin' });
  expect((await request(`DELETE ${path}/${ann.passkeyId}`, { token: ann.access })).json).toMatchObject({
    code: 'not_admin',
  });
  expect((await request(`GET ${path}`, { token: operator })).json).toMatchObject({ 0: { id: ann.passkeyId } });
  expect((await request(`DELETE ${path}/${ann.passkeyId}`, { token: operator })).status).toBe(204);
  expect((await request(`DELETE ${path}/${ann.passkeyId}`, { token: operator })).status).toBe(404);
});
