/** Tokens that contain their own key, or a URL to fetch it from: the server ignores both. */
import { exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestTokens, TEST_ISSUER } from '#server/testing/test-tokens.ts';

const tokens = await createTestTokens();
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const own = await exportJWK(publicKey);
const kid = String(tokens.jwks().keys[0]?.kid);
const fetched = vi.fn<typeof fetch>(() => Promise.reject(new Error('asked')));

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => vi.unstubAllGlobals());

const sign = (header: Omit<JWTHeaderParameters, 'alg'>): Promise<string> =>
  new SignJWT({ role: 'service_role', sub: '00000000-0000-4000-8000-000000000001', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', ...header })
    .setIssuer(TEST_ISSUER)
    .setExpirationTime('1h')
    .sign(privateKey);

test.each([
  ['jwk', { jwk: own }],
  ['jwk under our id', { kid, jwk: own }],
  ['jku', { kid, jku: 'https://evil.example/keys.json' }],
  ['x5u', { kid, x5u: 'https://evil.example/chain.pem' }],
  ['x5c', { kid, x5c: ['MIIB'] }],
  ['a kid that is an address', { kid: 'https://evil.example/key' }],
  ['an unknown critical extension', { kid, crit: ['evil'], evil: true }],
])('[wire] a token that brings its own key by %s is refused, and nothing is fetched', async (_, header) => {
  // The library signs no extension that it does not know: its name is put in by hand.
  const token = await sign('crit' in header ? { kid } : header);
  const forged = 'crit' in header ? swapHeader(token, { alg: 'ES256', ...header }) : token;
  expect(await tokens.authenticate(forged)).toMatchObject({ ok: false, failure: { type: 'invalid-token' } });
  expect(fetched).not.toHaveBeenCalled();
});

const swapHeader = (token: string, header: object): string =>
  token.replace(/^[^.]+/, Buffer.from(JSON.stringify(header)).toString('base64url'));
