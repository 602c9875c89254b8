/** Reads and writes sessions. A session starts when a user proves their identity and ends when they sign out. */
import type { ISql } from 'postgres';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import type { SessionClient } from '#server/auth/requests/route.ts';

export type Session = {
  readonly id: string;
  readonly userId: string;
  /** Authenticator assurance level. */
  readonly aal: string;
  readonly amr: readonly AuthenticationMethod[];
  readonly createdAt: Date;
};

/** How and when the user authenticated (RFC 8176). */
type AuthenticationMethod = { readonly method: string; readonly timestamp: number };

export type NewSession = {
  readonly userId: string;
  readonly method: string;
  readonly client: SessionClient;
  readonly now: Date;
};

/**
 * The maximum per account. A new session ends the one that was unused for longest. In an account with a second step, those that have not
 * passed it end first: otherwise, a stolen password alone could sign out the owner's devices.
 */
export const MAX_SESSIONS = 100;

export async function insertSession(sql: ISql, { userId, method, client, now }: NewSession): Promise<Session> {
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  const [session] = await sql<Session[]>`
    insert into auth.sessions (user_id, amr, user_agent, ip, created_at, refreshed_at)
    values (${userId}, ${JSON.stringify(amr)}::text::jsonb, ${client.userAgent}, ${client.ip}, ${now}, ${now})
    returning id, user_id as "userId", aal, amr, created_at as "createdAt"`;
  if (session === undefined) throw new Error('An inserted session is not there.');
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions where user_id = ${userId}
      order by id = ${session.id} desc, aal = 'aal2' desc, refreshed_at desc, id
      offset ${MAX_SESSIONS})`;
  return session;
}

export async function findSession(sql: ISql, id: string): Promise<Session | undefined> {
  const [session] = await sql<Session[]>`
    select id, user_id as "userId", aal, amr, created_at as "createdAt" from auth.sessions where id = ${id}`;
  return session;
}

/** Locks a session until the end of the transaction. */
export async function lockSession(sql: ISql, id: string): Promise<Session | undefined> {
  const [session] = await sql<Session[]>`
    select id, user_id as "userId", aal, amr, created_at as "createdAt" from auth.sessions where id = ${id} for update`;
  return session;
}

/**
 * The seconds until a session ends, whatever its user does; at most 0 once it has ended, and infinite without a limit.
 * Hosted Supabase calls this limit "time-box user sessions".
 */
export function countSecondsLeft(
  { sessionLifetime }: Pick<AuthSettings, 'sessionLifetime'>,
  { createdAt }: Pick<Session, 'createdAt'>,
  now: Date,
): number {
  if (sessionLifetime === 0) return Infinity;
  return Math.floor((createdAt.getTime() - now.getTime()) / 1000) + sessionLifetime;
}

export type SecondStep = {
  /** Null for a recovery code. */
  readonly factorId: string | null;
  /** The method name in `amr`. */
  readonly method: string;
  readonly now: Date;
};

/**
 * Raises a session to aal2 after its user verified a second factor. The latest method comes first in `amr`, and each
 * method is listed once.
 */
export async function elevateSession(
  sql: ISql,
  session: Session,
  { factorId, method, now }: SecondStep,
): Promise<Session> {
  const proof = { method, timestamp: Math.floor(now.getTime() / 1000) };
  const amr = [proof, ...session.amr.filter((earlier) => earlier.method !== method)];
  await sql`
    update auth.sessions set aal = 'aal2', amr = ${JSON.stringify(amr)}::text::jsonb, factor_id = ${factorId}
    where id = ${session.id}`;
  return { ...session, aal: 'aal2', amr };
}

/** Downgrades sessions whose aal2 came from a deleted factor (GoTrue, DowngradeSessionsToAAL1). */
export async function downgradeSessions(sql: ISql, { factorId, method }: Omit<SecondStep, 'now'>): Promise<void> {
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null,
      amr = (select coalesce(jsonb_agg(proof order by position), '[]')
        from jsonb_array_elements(amr) with ordinality e(proof, position) where proof ->> 'method' <> ${method})
    where factor_id = ${factorId}`;
}

/** Ends the user's sessions that did not verify a second factor. */
export async function endAal1Sessions(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and aal <> 'aal2'`;
}

/** Ends one session and its refresh tokens. */
export async function endSession(sql: ISql, id: string): Promise<void> {
  await sql`delete from auth.sessions where id = ${id}`;
}

/** Why an owner ended sessions (supabase/migrations/0011_ended_sessions.sql). */
type EndReason = 'logged-out' | 'password-changed';

/**
 * Ends the user's sessions, and remembers that the owner wanted it, so that their devices remove the lists (product Y9).
 * @param exceptId the session that stays; null for none
 */
export async function endOwnSessions(
  sql: ISql,
  {
    userId,
    exceptId,
    reason,
  }: { readonly userId: string; readonly exceptId: string | null; readonly reason: EndReason },
): Promise<void> {
  await sql`
    select private.end_sessions(${userId}, array(
      select id from auth.sessions where user_id = ${userId} and id is distinct from ${exceptId}::uuid
    ), ${reason})`;
}

/** Ends all of the user's sessions but one for a reason that costs their devices nothing (product A1). */
export async function endSessionsQuietly(sql: ISql, userId: string, exceptId: string | null): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${exceptId}::uuid`;
}
