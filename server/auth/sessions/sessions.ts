/** The sessions of users: opened by a proof of who it is, ended by signing out. */
import type { ISql } from 'postgres';

export type Session = {
  readonly id: string;
  readonly userId: string;
  /** Authenticator assurance level. */
  readonly aal: string;
  readonly amr: readonly AuthenticationMethod[];
};

/** How and when the session's user proved who it is (RFC 8176). */
type AuthenticationMethod = { readonly method: string; readonly timestamp: number };

/** From where somebody signs in: shown to the user in the list of devices, and trusted for nothing but how tries are counted. */
export type SessionClient = { readonly userAgent: string; readonly ip: string };

export type NewSession = {
  readonly userId: string;
  readonly method: string;
  readonly client: SessionClient;
  readonly now: Date;
};

export async function insertSession(sql: ISql, { userId, method, client, now }: NewSession): Promise<Session> {
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  const [session] = await sql<Session[]>`
    insert into auth.sessions (user_id, amr, user_agent, ip, created_at, refreshed_at)
    values (${userId}, ${JSON.stringify(amr)}::text::jsonb, ${client.userAgent}, ${client.ip}, ${now}, ${now})
    returning id, user_id as "userId", aal, amr`;
  if (session === undefined) throw new Error('An inserted session is not there.');
  return session;
}

export async function findSession(sql: ISql, id: string): Promise<Session | undefined> {
  const [session] = await sql<Session[]>`
    select id, user_id as "userId", aal, amr from auth.sessions where id = ${id}`;
  return session;
}

/** Waits for the session and keeps others off it until the transaction ends. */
export async function lockSession(sql: ISql, id: string): Promise<Session | undefined> {
  const [session] = await sql<Session[]>`
    select id, user_id as "userId", aal, amr from auth.sessions where id = ${id} for update`;
  return session;
}

export type SecondStep = {
  readonly factorId: string;
  /** As `amr` names it. */
  readonly method: string;
  readonly now: Date;
};

/** Lifts a session to aal2, since its user has shown a second step. The latest proof stands first, each method once. */
export async function liftSession(
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

/** Takes a factor that is gone: the sessions that it had lifted fall back (GoTrue, DowngradeSessionsToAAL1). */
export async function lowerSessions(sql: ISql, { factorId, method }: Omit<SecondStep, 'now'>): Promise<void> {
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null,
      amr = (select coalesce(jsonb_agg(proof order by place), '[]')
        from jsonb_array_elements(amr) with ordinality e(proof, place) where proof ->> 'method' <> ${method})
    where factor_id = ${factorId}`;
}

/** Ends the user's sessions in which no second step was shown. */
export async function endWeakSessions(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and aal <> 'aal2'`;
}

export type Scope = 'global' | 'local' | 'others';

/** Ends sessions with their refresh tokens: this one, all others of its user, or all. */
export async function endSessions(sql: ISql, { id, userId }: Session, scope: Scope): Promise<void> {
  switch (scope) {
    case 'local':
      await sql`delete from auth.sessions where id = ${id}`;
      return;
    case 'others':
      await sql`delete from auth.sessions where user_id = ${userId} and id <> ${id}`;
      return;
    case 'global':
      await endAllSessions(sql, userId);
  }
}

export async function endAllSessions(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId}`;
}
