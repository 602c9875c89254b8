/** Questions for a code, as the database keeps them: each is answered once, soon, and from where it was asked for. */
import type { ISql } from 'postgres';

export type Challenge = {
  readonly id: string;
  /** The asking network address, grouped as limits count. */
  readonly address: string;
  /** Of a code that went out in a text message. */
  readonly codeHash: Buffer | null;
  readonly wrongCodes: number;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
};

export type NewChallenge = Pick<Challenge, 'id' | 'address' | 'codeHash' | 'createdAt'> & { readonly factorId: string };

/** The factor must exist in this transaction. */
export async function insertChallenge(sql: ISql, challenge: NewChallenge): Promise<void> {
  const { id, factorId, address, codeHash, createdAt } = challenge;
  await sql`
    insert into auth.mfa_challenges (id, factor_id, ip_address, code_hash, created_at)
    values (${id}, ${factorId}, ${address}, ${codeHash}, ${createdAt})`;
  await sql`update auth.mfa_factors set last_challenged_at = ${createdAt} where id = ${factorId}`;
  await forgetOld(sql, factorId, createdAt);
}

/**
 * For a day one is told that a challenge is over; after that nobody knows it any more. One that was answered goes on telling
 * where the factor's owner is at home (sessions/known-place.ts).
 */
async function forgetOld(sql: ISql, factorId: string, now: Date): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * 3600 * 1000);
  await sql`
    delete from auth.mfa_challenges where factor_id = ${factorId}
      and created_at < case when verified_at is null then ${daysAgo(1)}::timestamptz else ${daysAgo(90)} end`;
}

/** Gives the challenge of this factor, however old or used it is. */
export async function findChallenge(sql: ISql, factorId: string, id: string): Promise<Challenge | undefined> {
  const [challenge] = await sql<Challenge[]>`
    select id, ip_address as address, code_hash as "codeHash", wrong_codes as "wrongCodes", verified_at as "verifiedAt",
      created_at as "createdAt"
    from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`;
  return challenge;
}

export async function markAnswered(sql: ISql, id: string, now: Date): Promise<void> {
  await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${id}`;
}

export async function countWrongCode(sql: ISql, id: string): Promise<void> {
  await sql`update auth.mfa_challenges set wrong_codes = wrong_codes + 1 where id = ${id}`;
}

export async function deleteChallenge(sql: ISql, id: string): Promise<void> {
  await sql`delete from auth.mfa_challenges where id = ${id}`;
}
