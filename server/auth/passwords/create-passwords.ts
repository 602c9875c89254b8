/** Hashes and verifies passwords with argon2id, with limited concurrency, and recognizes common ones. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

export type Passwords = {
  /** Returns a hash in PHC string format, which contains its parameters. */
  readonly hash: (password: string) => Promise<string>;
  /** Verifies a password. A missing or unreadable hash takes the same time and never matches. */
  readonly check: (password: string, hash: string | null) => Promise<PasswordCheck>;
  /**
   * Whether a password is among the 10,000 most common ones of at least six characters, ignoring case. The list is the
   * dictionary `passwords-common` of @zxcvbn-ts/language-common 4.1.3 (MIT, Dan Wheeler, Dropbox and zxcvbn-ts).
   */
  readonly isCommon: (password: string) => Promise<boolean>;
};

type PasswordCheck = {
  readonly matches: boolean;
  /** Whether the hash has weaker parameters than new ones, so that the password should be hashed again. */
  readonly outdated: boolean;
};

/** OWASP Password Storage Cheat Sheet, argon2id; RFC 9106 for the lengths. */
const TODAY = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Each hash needs memory. With this limit a flood of sign-ins waits instead of exhausting it. */
const AT_ONCE = 2;

const noHash: Argon2Hash = { ...TODAY, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };

export function createPasswords(): Passwords {
  const queue = pLimit(AT_ONCE);
  let commonPasswords: Promise<ReadonlySet<string>> | undefined;
  const derive = (message: string, { salt, tag, ...cost }: Argon2Hash): Promise<Buffer> =>
    queue(() => runArgon2('argon2id', { message, nonce: salt, tagLength: tag.length, ...cost }));
  return {
    async hash(password) {
      const parameters = { ...noHash, salt: randomBytes(SALT_BYTES) };
      return formatHash({ ...parameters, tag: await derive(password, parameters) });
    },
    async check(password, hash) {
      const known = hash === null ? undefined : parseHash(hash);
      const tag = await derive(password, known ?? noHash);
      if (known === undefined) return { matches: false, outdated: false };
      return { matches: timingSafeEqual(tag, known.tag), outdated: isOutdated(known) };
    },
    async isCommon(password) {
      commonPasswords ??= readCommonPasswords();
      return (await commonPasswords).has(password.toLowerCase());
    },
  };
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
  return new Set(text.split('\n'));
}

const runArgon2 = promisify(argon2);

function isOutdated({ memory, passes, parallelism }: Argon2Hash): boolean {
  return memory < TODAY.memory || passes < TODAY.passes || parallelism < TODAY.parallelism;
}

type Argon2Hash = {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
};

function formatHash({ memory, passes, parallelism, salt, tag }: Argon2Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

/** Parses a PHC string. Returns undefined if it is not an argon2id hash with a reasonable memory cost. */
function parseHash(text: string): Argon2Hash | undefined {
  const parts = PATTERN.exec(text);
  if (parts === null) return undefined;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const hash = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
  // RFC 9106 section 3.1: at least 8 KiB for each lane.
  return hash.memory >= 8 * hash.parallelism && hash.memory <= MAX_MEMORY ? hash : undefined;
}

/** Allows salts and tags of 8 to 64 bytes. */
const PATTERN = /^\$argon2id\$v=19\$m=(\d{1,7}),t=([1-9]\d?),p=([1-9])\$([\w+/]{11,86})\$([\w+/]{11,86})$/;

/** KiB */
const MAX_MEMORY = 262_144;

/** The PHC format uses Base64 without padding. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
