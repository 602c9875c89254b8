/** Forged tokens, over the network, at all three parts of the server. */
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { exportJWK, importJWK, SignJWT, type JWK, type JWTHeaderParameters, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinPayload, openRawClient } from '#server/realtime/testing/raw-client.ts';
import { ISSUER, makeKey, SECRET, startGuardedServer, type Account, type GuardedServer } from './guarded-server.ts';

const ourKey = makeKey();
let server: GuardedServer;
let ann: Account;
let eve: Account;

beforeAll(async () => {
  server = await startGuardedServer(ourKey);
  ann = await server.signUp('ann@example.org');
  eve = await server.signUp('eve@example.org');
});
afterAll(() => server.stop());

const ask: GuardedServer['ask'] = (...asked) => server.ask(...asked);

describe('[wire] a token is accepted only if it is complete, signed by this server and current', () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = (): JWTPayload => ({
    iss: ISSUER,
    aud: 'authenticated',
    role: 'authenticated',
    sub: ann.id,
    iat: now,
    exp: now + 3600,
  });
  const header = { alg: 'ES256', kid: 'ours', typ: 'JWT' };

  async function sign(payload: JWTPayload, head: JWTHeaderParameters = header, key: JWK = ourKey): Promise<string> {
    return new SignJWT(payload).setProtectedHeader(head).sign(await importJWK(key, 'ES256'));
  }

  const without = (name: string): JWTPayload =>
    Object.fromEntries(Object.entries(claims()).filter(([claim]) => claim !== name));
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

  function signByHash(payload: unknown, secret: string | Buffer, head: object = { alg: 'HS256', typ: 'JWT' }): string {
    const text = `${encode(head)}.${encode(payload)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }

  const publicKey = createPublicKey(createPrivateKey({ key: { ...ourKey }, format: 'jwk' }));

  test('a valid one is accepted', async () => {
    expect((await ask(await sign(claims()), 'GET /rest/v1/grocery_items')).status).toBe(200);
  });

  const forged: readonly (readonly [string, () => string | Promise<string>])[] = [
    ['unsigned', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`],
    ['unsigned, in capitals', () => `${encode({ alg: 'NONE', kid: 'ours' })}.${encode(claims())}.`],
    ['with its signature cut off', async () => (await sign(claims())).replace(/[^.]+$/u, '')],
    ['hashed with the public key', () => signByHash(claims(), publicKey.export({ type: 'spki', format: 'pem' }))],
    [
      'hashed with the public key, under its id',
      async () => signByHash(claims(), JSON.stringify(await exportJWK(publicKey)), { alg: 'HS256', kid: 'ours' }),
    ],
    ['hashed with nothing', () => signByHash({ ...claims(), iss: 'supabase' }, '')],
    ['hashed with the secret, in our name', () => signByHash(claims(), SECRET)],
    ['hashed with the secret, without an end', () => signByHash({ iss: 'supabase', role: 'service_role' }, SECRET)],
    [
      'hashed with the secret, for a role of the database',
      () => signByHash({ ...claims(), iss: 'supabase', role: 'postgres' }, SECRET),
    ],
    ['signed by another key under our id', () => sign(claims(), header, makeKey())],
    ['signed by an unknown key', () => sign(claims(), { ...header, kid: 'theirs' }, makeKey())],
    ['without a key id', () => sign(claims(), { alg: 'ES256' })],
    [
      'with an embedded key',
      async () => {
        const own = makeKey();
        const { d: _, ...jwk } = own;
        return sign(claims(), { ...header, kid: 'own', jwk }, own);
      },
    ],
    ['with a key id that is a path', () => sign(claims(), { ...header, kid: "../../dev/null' or '1'='1" }, makeKey())],
    ['expired', () => sign({ ...claims(), exp: now - 60 })],
    ['not good yet', () => sign({ ...claims(), nbf: now + 600 })],
    ['without an end', () => sign(without('exp'))],
    ['without a user', () => sign(without('sub'))],
    ['of another issuer', () => sign({ ...claims(), iss: 'https://evil.example/auth/v1' })],
    ['of no issuer', () => sign(without('iss'))],
    ['for another audience', () => sign({ ...claims(), aud: 'elsewhere' })],
    ['for a role of the database', () => sign({ ...claims(), role: 'postgres' })],
    ['for a role that is no text', () => sign({ ...claims(), role: ['authenticated'] })],
    [
      'with another user written over',
      async () => {
        const [head, , signature] = (await sign({ ...claims(), sub: eve.id })).split('.');
        return `${head}.${encode(claims())}.${signature}`;
      },
    ],
    ['no token at all', () => 'a.b.c'],
  ];

  test.each(forged)('a token %s is refused by all three parts', async (_what, forge) => {
    const token = await forge();
    const user = await ask(token, 'GET /auth/v1/user');
    expect([401, 403]).toContain(user.status);
    const rest = await ask(token, 'GET /rest/v1/grocery_items');
    expect([rest.status, await rest.json()]).toMatchObject([401, { code: expect.stringMatching(/^PGRST30/u) }]);
    const raw = await openRawClient(server.socketAddress, `apikey=${server.anonKey}&vsn=2.0.0`);
    raw.send(
      '1',
      '1',
      'realtime:spy',
      'phx_join',
      joinPayload(token, { event: '*', schema: 'public', table: 'grocery_items' }),
    );
    const reply = await raw.until('phx_reply', 'realtime:spy');
    raw.socket.close();
    expect(reply[4]).toMatchObject({ status: 'error' });
  });

  test('a publishable or secret key of another server is refused', async () => {
    for (const token of ['sb_publishable_AAAAAAAAAAAAAAAAAAAAAA', 'sb_secret_AAAAAAAAAAAAAAAAAAAAAA', 'sb_secret_']) {
      expect((await ask(token, 'GET /auth/v1/user')).status).toBe(403);
      expect((await ask(token, 'GET /rest/v1/grocery_items')).status).toBe(401);
      expect((await ask(token, 'GET /auth/v1/admin/users')).status).toBe(403);
    }
  });

  test('an ended session gives no access to the account, although its token has not expired', async () => {
    const { token } = await server.signUp('gone@example.org');
    expect((await ask(token, 'POST /auth/v1/logout?scope=global')).status).toBe(204);
    const answer = await ask(token, 'GET /auth/v1/user');
    expect([answer.status, await answer.json()]).toMatchObject([403, { error_code: 'session_not_found' }]);
    expect((await ask(token, 'POST /auth/v1/logout?scope=global')).status).toBe(403);
  });

  test('the published keys have no private parts, imported keys included', async () => {
    const answer = await fetch(`${server.address}/auth/v1/.well-known/jwks.json`);
    const { keys } = v.parse(v.object({ keys: v.array(v.record(v.string(), v.unknown())) }), await answer.json());
    expect(keys.map(({ kid }) => kid)).toEqual(['ours', expect.any(String)]);
    for (const key of keys)
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
  });
});
