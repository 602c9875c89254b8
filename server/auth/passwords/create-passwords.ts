/** Hashes and checks passwords by argon2id, a few at a time. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createQueue } from '#server/create-queue.ts';
import { formatHash, parseHash } from './phc.ts';
import type { Argon2Hash } from './phc.ts';

export type Passwords = {
  /** Gives a hash to be kept: it says by itself how it was made. */
  readonly hash: (password: string) => Promise<string>;
  /** Without a hash, or with one that nobody can read, the same work is done, and nothing matches. */
  readonly check: (password: string, hash: string | null) => Promise<PasswordCheck>;
};

type PasswordCheck = {
  readonly matches: boolean;
  /** The hash was made in a weaker way than today's: hash the password again. */
  readonly outdated: boolean;
};

/** OWASP Password Storage Cheat Sheet, argon2id; RFC 9106 for the lengths. */
const TODAY = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Each hash takes its memory: with so many at once, a flood of sign-ins waits instead of filling the machine. */
const AT_ONCE = 2;

const nobody: Argon2Hash = { ...TODAY, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };

export function createPasswords(): Passwords {
  const queue = createQueue(AT_ONCE);
  const derive = (message: string, { salt, tag, ...cost }: Argon2Hash): Promise<Buffer> =>
    queue(() => runArgon2('argon2id', { message, nonce: salt, tagLength: tag.length, ...cost }));
  return {
    async hash(password) {
      const wanted = { ...nobody, salt: randomBytes(SALT_BYTES) };
      return formatHash({ ...wanted, tag: await derive(password, wanted) });
    },
    async check(password, hash) {
      const known = hash === null ? undefined : parseHash(hash);
      const tag = await derive(password, known ?? nobody);
      if (known === undefined) return { matches: false, outdated: false };
      return { matches: timingSafeEqual(tag, known.tag), outdated: isOutdated(known) };
    },
  };
}

const runArgon2 = promisify(argon2);

function isOutdated({ memory, passes, parallelism }: Argon2Hash): boolean {
  return memory < TODAY.memory || passes < TODAY.passes || parallelism < TODAY.parallelism;
}
