/** Stores challenges. Each can be answered once, within its lifetime, and from the network that requested it. */
import type { ISql } from 'postgres';

export type Challenge = {
  readonly id: string;
  /** The network address that requested the challenge, grouped like in rate limits. */
  readonly address: string;
  /** The hash of the code in the text message. */
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
  await deleteOldChallenges(sql, factorId, createdAt);
}

/**
 * Deletes old challenges. For a day, a late answer learns that its challenge has expired. Answered challenges are kept
 * longer, because they show which networks are trusted (sessions/trusted-network.ts).
 */
async function deleteOldChallenges(sql: ISql, factorId: string, now: Date): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * 3600 * 1000);
  await sql`
    delete from auth.mfa_challenges where factor_id = ${factorId}
      and created_at < case when verified_at is null then ${daysAgo(1)}::timestamptz else ${daysAgo(90)} end`;
}

/** Finds a challenge of a factor, even if it has expired or was answered. */
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
