/** The public keys that tokens are checked with: the older ones, too, and those another process brings. */
import { importJWK } from 'jose';
import type { JWK } from 'jose';
import { toPublicKey } from './signing-key.ts';

type Key = Awaited<ReturnType<typeof importJWK>>;

export type KeyRing = {
  readonly find: (kid: string) => Promise<Key | undefined>;
  readonly publicKeys: () => readonly JWK[];
};

type Parts = {
  readonly keys: readonly JWK[];
  /** Reads the keys again: another process may have rotated them. */
  readonly reread: () => Promise<readonly JWK[]>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after the keys were read again: one of them may be gone. */
  readonly onReread: () => void;
};

/** Anybody can name keys that do not exist: so often at most the keys are read again for that. */
const REREAD_MS = 5_000;

/** Gives the ring; one that meets a key it does not know looks whether it is new. */
export async function createKeyRing({ keys, reread, now, onReread }: Parts): Promise<KeyRing> {
  let ring = await forge(keys);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    // A database that is away says nothing against the keys that are known.
    const read = await reread().catch(() => null);
    if (read === null) return;
    ring = await forge(read);
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

async function forge(
  keys: readonly JWK[],
): Promise<{ readonly keys: readonly JWK[]; readonly byKid: ReadonlyMap<string, Key> }> {
  const publicKeys = keys.map(toPublicKey);
  const entries = publicKeys.map(async (key) => [key.kid ?? '', await importJWK(key, 'ES256')] as const);
  return { keys: publicKeys, byKid: new Map(await Promise.all(entries)) };
}
