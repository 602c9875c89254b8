/** Stores the challenges that passkeys sign. Each allows one attempt within five minutes. */
import type { ISql } from 'postgres';
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

type ChallengeType = 'registration' | 'authentication';

/** The value of hosted Supabase (GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION). */
export const CHALLENGE_SECONDS = 300;

/** Seconds for which expired challenges are inserted, so that a late response gets a precise error. */
const KEPT_SECONDS = 3600;

export type NewChallenge = {
  readonly type: ChallengeType;
  /** The registering user. Null for a sign-in, whose user is still unknown. */
  readonly userId: string | null;
  /** In base64url. */
  readonly challenge: string;
  readonly now: Date;
};

export type StoredChallenge = { readonly id: string; readonly expiresAt: Date };

/** Stores a challenge and deletes old ones. Any server on this database can process the response. */
export async function storeChallenge(
  sql: ISql,
  { type, userId, challenge, now }: NewChallenge,
): Promise<StoredChallenge> {
  // Skip rows that another process is deleting.
  await sql`delete from auth.webauthn_challenges where id in (
    select id from auth.webauthn_challenges where expires_at < ${addSeconds(now, -KEPT_SECONDS)}
    for update skip locked
  )`;
  const expiresAt = addSeconds(now, CHALLENGE_SECONDS);
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.webauthn_challenges (user_id, challenge_type, session_data, created_at, expires_at)
    values (${userId}, ${type}, jsonb_build_object('challenge', ${challenge}::text), ${now}, ${expiresAt})
    returning id`;
  if (inserted === undefined) throw new Error('An inserted challenge is not there.');
  return { id: inserted.id, expiresAt };
}

export type ChallengeQuery = Pick<NewChallenge, 'type' | 'userId' | 'now'> & { readonly id: string };

/** Consumes a challenge, whatever the result is. Of two requests with the same id, only one finds it. */
export async function consumeChallenge(
  sql: ISql,
  { id, type, userId, now }: ChallengeQuery,
): Promise<Result<string, AuthFailure>> {
  const [consumed] = await sql<{ challenge: string; expiresAt: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at as "expiresAt"`;
  if (consumed === undefined) return fail('passkey-challenge-not-found');
  return consumed.expiresAt < now ? fail('passkey-challenge-expired') : { ok: true, value: consumed.challenge };
}

const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);
