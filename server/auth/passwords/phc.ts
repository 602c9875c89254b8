/** A password hash as text that says how it was made (the PHC string format), so that the way may change. */

export type Argon2Hash = {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
};

export function formatHash({ memory, passes, parallelism, salt, tag }: Argon2Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

/** Gives undefined where the text is not an argon2id hash that can be made again, in a reasonable memory. */
export function parseHash(text: string): Argon2Hash | undefined {
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

/** Salts and tags of 8 to 64 bytes. */
const PATTERN = /^\$argon2id\$v=19\$m=(\d{1,7}),t=([1-9]\d?),p=([1-9])\$([\w+/]{11,86})\$([\w+/]{11,86})$/;

/** KiB */
const MAX_MEMORY = 262_144;

/** Without padding, as the format wants it. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
