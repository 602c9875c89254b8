/** Signing keys as JSON Web Keys (RFC 7517), and the ring of public keys that verify tokens, with earlier keys and those of other processes. */
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { importJWK, type JWK, exportJWK, generateKeyPair } from 'jose';

type Key = Awaited<ReturnType<typeof importJWK>>;

export type KeyRing = {
  readonly find: (kid: string) => Promise<Key | undefined>;
  readonly publicKeys: () => readonly JWK[];
};

type KeyRingParts = {
  readonly keys: readonly JWK[];
  /** Reads the keys again, because another process may have rotated them. */
  readonly reread: () => Promise<readonly JWK[]>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after the keys were read again, because one of them may have been removed. */
  readonly onReread: () => void;
};

/** The minimum time between two reads for unknown key ids, because any caller can send such ids. */
const REREAD_MS = 5_000;

/** Creates the key ring. An unknown key id makes it read the keys again. */
export async function createKeyRing({ keys, reread, now, onReread }: KeyRingParts): Promise<KeyRing> {
  let ring = await importKeys(keys);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    // Keeps the known keys if the database is unavailable.
    const read = await reread().catch(() => null);
    if (read === null) return;
    ring = await importKeys(read);
    onReread();
  };
  return {
    async find(kid) {
      const known = ring.byKid.get(kid);
      if (known !== undefined) return known;
      if (now() - readAt >= REREAD_MS) {
        readAt = now();
        reading = renew();
      }
      await reading;
      return ring.byKid.get(kid);
    },
    publicKeys: () => ring.keys,
  };
}

async function importKeys(
  keys: readonly JWK[],
): Promise<{ readonly keys: readonly JWK[]; readonly byKid: ReadonlyMap<string, Key> }> {
  const publicKeys = keys.map(toPublicKey);
  const entries = publicKeys.map(async (key) => [key.kid ?? '', await importJWK(key, 'ES256')] as const);
  return { keys: publicKeys, byKid: new Map(await Promise.all(entries)) };
}

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
const toPublicKey = (key: JWK): JWK => ({
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
