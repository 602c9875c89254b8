/** Recovery codes: ten one-time codes that replace a lost second factor. Only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';

const COUNT = 10;

/** Crockford's Base32: without I, L, O and U, which are easy to misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/**
 * Replaces the user's recovery codes. The transaction must have locked the user.
 * @returns the new codes, each with 80 random bits in four groups: `7Q2M-K9XT-0HVA-3WRB`
 */
export async function replaceRecoveryCodes(sql: ISql, userId: string, now: Date): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, createCode);
  await deleteRecoveryCodes(sql, userId);
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code), created_at: now }));
  await sql`insert into auth.mfa_recovery_codes ${sql(rows)}`;
  return codes;
}

function createCode(): string {
  const text = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}

/** Consumes a code. Returns whether it existed: of two requests with the same code, only one succeeds. */
export async function consumeRecoveryCode(sql: ISql, userId: string, code: string): Promise<boolean> {
  const used = await sql`
    delete from auth.mfa_recovery_codes where user_id = ${userId} and code_hash = ${hashCode(userId, code)}`;
  return used.count > 0;
}

export async function deleteRecoveryCodes(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.mfa_recovery_codes where user_id = ${userId}`;
}

export async function countRecoveryCodes(sql: ISql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from auth.mfa_recovery_codes where user_id = ${userId}`;
  return row?.count ?? 0;
}

/** A code has enough random bits for a plain hash. Case, spaces and hyphens do not matter, nor do look-alikes. */
function hashCode(userId: string, code: string): Buffer {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(`${userId}:${typed}`).digest();
}
