/** Hostile providers: only an id_token of the right issuer for this request identifies a user. */
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { requestApp, SITE } from '#server/auth/testing/test-auth.ts';
import { sendBugsTo } from '#server/log/log.ts';
import { createProviderSandbox } from '#server/auth/providers/testing/provider-sandbox.ts';
import { serve } from '#server/auth/providers/testing/serve.ts';

const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];

/** How the double answers; set anew before each test. */
type Behavior = {
  readonly claims: JWTPayload;
  readonly issuer?: string;
  readonly audience?: string;
  readonly key: CryptoKey;
  readonly expires: string;
  readonly userInfo: object | null;
  readonly methods: readonly string[];
};

const honest: Behavior = {
  claims: { sub: 'eve', email: 'eve@example.org', email_verified: true },
  key: own.privateKey,
  expires: '5m',
  userInfo: null,
  methods: ['client_secret_basic'],
};
let behavior = honest;
let nonce = '';
let descriptions = 0;
let padding = 0;

const double = await serve(
  new Hono()
    .get('/.well-known/openid-configuration', (c) => {
      descriptions += 1;
      return c.json({
        issuer: double.origin,
        authorization_endpoint: `${double.origin}/authorize`,
        token_endpoint: `${double.origin}/token`,
        jwks_uri: `${double.origin}/jwks`,
        ...(behavior.userInfo && { userinfo_endpoint: `${double.origin}/me` }),
        token_endpoint_auth_methods_supported: behavior.methods,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        padding: 'x'.repeat(padding),
      });
    })
    .get('/authorize', (c) => {
      nonce = c.req.query('nonce') ?? '';
      return c.redirect(`${c.req.query('redirect_uri')}?code=hush-code&state=${c.req.query('state')}`);
    })
    .post('/token', async (c) => {
      const isBasic = c.req.header('authorization')?.startsWith('Basic ') === true;
      if (isBasic !== behavior.methods.includes('client_secret_basic')) return c.json({ error: 'invalid_client' }, 401);
      const token = await new SignJWT({ nonce, ...behavior.claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'own' })
        .setIssuer(behavior.issuer ?? double.origin)
        .setAudience(behavior.audience ?? 'id')
        .setIssuedAt()
        .setExpirationTime(behavior.expires)
        .sign(behavior.key);
      return c.json({ access_token: 'hush-token', token_type: 'bearer', id_token: token });
    })
    .get('/jwks', async (c) => c.json({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256' }] }))
    .get('/me', (c) => c.json(behavior.userInfo)),
);

const ground = await createProviderSandbox();
afterAll(async () => {
  double.close();
  await ground.close();
});

const lines: string[] = [];
beforeEach(() => {
  behavior = honest;
  padding = 0;
  lines.length = 0;
  sendBugsTo((line) => void lines.push(line));
});

/** A separate server each time, because the provider's metadata is cached. */
const createApp = (): Hono => {
  const common = { kind: 'oidc', issuer: double.origin, clientId: 'id', clientSecret: 'hush-secret' } as const;
  return ground.auth.beside({ providers: [{ ...common, name: 'club', scopes: ['openid'] }] });
};

/** Returns the error code, or '' if the sign-in succeeded. */
async function signIn(app = createApp()): Promise<string> {
  const target = await ground.visit(app).open(`${SITE}/auth/v1/authorize?provider=club`);
  const fields = new URLSearchParams(target.hash.slice(1));
  expect(fields.has('access_token')).toBe(!fields.has('error_code'));
  return fields.get('error_code') ?? '';
}

test('[A2] an honest provider is accepted with either way of sending the client secret', async () => {
  expect(await signIn()).toBe('');
  behavior = { ...honest, methods: ['client_secret_post'] };
  expect(await signIn()).toBe('');
});

test('[A2] an id_token with another key, issuer, audience, time or nonce is refused', async () => {
  for (const [what, changes] of Object.entries({
    key: { key: other.privateKey },
    issuer: { issuer: 'https://accounts.example.org' },
    audience: { audience: 'another client' },
    time: { expires: '-5m' },
    question: { claims: { ...honest.claims, nonce: 'another' } },
  })) {
    behavior = { ...honest, ...changes };
    expect([what, await signIn()]).toEqual([what, 'unexpected_failure']);
  }
});

test('[A2] an invalid user id identifies no user', async () => {
  for (const sub of ['', 'x'.repeat(256), 'a\u0000b', 'ü']) {
    behavior = { ...honest, claims: { ...honest.claims, sub } };
    expect([sub, await signIn()]).toEqual([sub, 'unexpected_failure']);
  }
});

test('[A2] missing claims are fetched, but a response about another user is refused', async () => {
  const more = { email: 'asked@example.org', email_verified: true };
  behavior = { ...honest, claims: { sub: 'asked' }, userInfo: { sub: 'asked', iss: 'https://other.example', ...more } };
  expect(await signIn()).toBe('');
  const { sql } = ground.auth.database;
  const [stored] = await sql`select identity_data ->> 'iss' as iss from auth.identities where provider_id = 'asked'`;
  expect(stored).toEqual({ iss: double.origin });
  behavior = { ...honest, claims: { sub: 'else' }, userInfo: { sub: 'asked', ...more } };
  expect(await signIn()).toBe('unexpected_failure');
  behavior = { ...honest, claims: { sub: 'new', email: 'victim@example.org' }, userInfo: { sub: 'new', iss: 'x' } };
  expect(await signIn()).toBe('provider_email_needs_verification');
});

test('[A2] an endless response is cut off', async () => {
  padding = 300 * 1024;
  expect(await signIn()).toBe('unexpected_failure');
});

test("[A2] a provider's metadata is fetched once, and again after an hour or a failure", async () => {
  const app = createApp();
  const before = descriptions;
  await Promise.all([signIn(app), signIn(app), signIn(app)]);
  expect(await signIn(app)).toBe('');
  expect(descriptions).toBe(before + 1);
  ground.auth.wait(3601);
  padding = 300 * 1024;
  expect(await signIn(app)).toBe('');
  padding = 0;
  const broken = createApp();
  padding = 300 * 1024;
  expect(await signIn(broken)).toBe('unexpected_failure');
  padding = 0;
  expect(await signIn(broken)).toBe('');
});

test('[A2] errors are reported to the operator without codes, tokens or addresses', async () => {
  behavior = { ...honest, key: other.privateKey };
  await signIn();
  behavior = { ...honest, methods: [] };
  const { json } = await requestApp(createApp(), 'GET /authorize?provider=club&skip_http_redirect=true');
  expect(json['url']).toBeDefined();
  await signIn();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    'The sign-in provider club failed: ResponseBodyError OAUTH_RESPONSE_BODY_ERROR invalid_client',
  );
  for (const hidden of ['hush', 'eyJ', '@', double.origin, nonce]) expect(lines.join('\n')).not.toContain(hidden);
});
