/** Codes that go out in text messages: six digits, kept as hashes only. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

export const createTextCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What the phone shows. Every message of this kind is written here. */
export const writeTextCode = (code: string): string => `${code} is your Checklist code.`;

/** Takes the challenge along, so that equal codes have different hashes. */
export function hashTextCode(challengeId: string, code: string): Buffer {
  return createHash('sha256').update(`${challengeId}:${code}`).digest();
}

export function isTextCode(challengeId: string, code: string, hash: Buffer): boolean {
  return timingSafeEqual(hashTextCode(challengeId, code), hash);
}
