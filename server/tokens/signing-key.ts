/** Signing keys as JSON Web Keys (RFC 7517): generated, or parsed from an operator's setting. */
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** Generates a private EC P-256 key with a random key id. */
export async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(12).toString('hex') };
}

/** Parses a private EC P-256 key with a key id. Returns null if the text is invalid or the public half does not match. */
export function parseSigningKey(text: string): JWK | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isPrivateKey(read)) return null;
    const { kty, crv, x, y, d, kid } = read;
    const key = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' });
    const probe = Buffer.from(kid);
    const isWhole = verify('sha256', probe, createPublicKey(key), sign('sha256', probe, key));
    return isWhole ? { kty, crv, x, y, d, kid } : null;
  } catch {
    return null;
  }
}

type PrivateKey = Readonly<Record<'kty' | 'crv' | 'x' | 'y' | 'd' | 'kid', string>>;

const isPrivateKey = (value: unknown): value is PrivateKey =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, 'kty') === 'EC' &&
  Reflect.get(value, 'crv') === 'P-256' &&
  ['x', 'y', 'd', 'kid'].every((name) => isText(Reflect.get(value, name)));

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Returns only the public fields (RFC 7518 section 6.2.1), because an operator's key can have any fields. */
export const toPublicKey = (key: JWK): JWK => ({
  ...pick(key, ['kty', 'crv', 'x', 'y', 'kid']),
  ...USE,
  key_ops: ['verify'],
});

/** Returns only the fields that signing needs. */
export const toPrivateKey = (key: JWK): JWK => ({
  ...pick(key, ['kty', 'crv', 'x', 'y', 'd', 'kid']),
  ...USE,
  key_ops: ['sign'],
});

const USE = { alg: 'ES256', use: 'sig' };

const pick = (key: JWK, names: readonly string[]): JWK =>
  Object.fromEntries(Object.entries(key).filter(([name]) => names.includes(name)));
