/** Challenges of passkeys: random texts that a passkey has to sign, each for one try within five minutes. */
import type { ISql } from 'postgres';
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

type ChallengeType = 'registration' | 'authentication';

/** As with the hosted service (GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION). */
export const CHALLENGE_SECONDS = 300;

/** So long a late answer still hears that it is late, rather than that nobody asked. */
const KEPT_SECONDS = 3600;

export type NewChallenge = {
  readonly type: ChallengeType;
  /** Who registers; null where somebody signs in, since nobody knows yet who. */
  readonly userId: string | null;
  /** In base64url. */
  readonly challenge: string;
  readonly now: Date;
};

export type KeptChallenge = { readonly id: string; readonly expiresAt: Date };

/** Keeps a challenge, and throws old ones away. Any process on this database can take the answer. */
export async function keepChallenge(sql: ISql, { type, userId, challenge, now }: NewChallenge): Promise<KeptChallenge> {
  // Rows that another process sweeps at this moment are left to it.
  await sql`delete from auth.webauthn_challenges where id in (
    select id from auth.webauthn_challenges where expires_at < ${addSeconds(now, -KEPT_SECONDS)}
    for update skip locked
  )`;
  const expiresAt = addSeconds(now, CHALLENGE_SECONDS);
  const [kept] = await sql<{ id: string }[]>`
    insert into auth.webauthn_challenges (user_id, challenge_type, session_data, created_at, expires_at)
    values (${userId}, ${type}, jsonb_build_object('challenge', ${challenge}::text), ${now}, ${expiresAt})
    returning id`;
  if (kept === undefined) throw new Error('An inserted challenge is not there.');
  return { id: kept.id, expiresAt };
}

export type AskedChallenge = Pick<NewChallenge, 'type' | 'userId' | 'now'> & { readonly id: string };

/** Gives the challenge and forgets it, whatever becomes of the answer: of two requests with one id, one finds it. */
export async function takeChallenge(
  sql: ISql,
  { id, type, userId, now }: AskedChallenge,
): Promise<Result<string, AuthFailure>> {
  const [taken] = await sql<{ challenge: string; expiresAt: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at as "expiresAt"`;
  if (taken === undefined) return fail('passkey-challenge-not-found');
  return taken.expiresAt < now ? fail('passkey-challenge-expired') : { ok: true, value: taken.challenge };
}

const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);
