/** The public keys that verify tokens, including earlier keys and keys that other processes add. */
import { importJWK, type JWK } from 'jose';
import { toPublicKey } from './signing-key.ts';

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
