/** Proof key for code exchange (RFC 7636): only the client that started a flow can exchange its code for a session. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ISql, PendingQuery, Row } from 'postgres';
import { lockIdentity, type NewIdentity } from '#server/auth/accounts/identities.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { queueByAccount } from '#server/auth/requests/limits.ts';
import { fail, type Checks, type Steps } from '#server/auth/requests/steps.ts';

export type Challenge = { readonly challenge: string; readonly method: 's256' | 'plain' };

/** Parses a challenge. If both values are empty there is none, and the redirect carries the session itself. */
export function* parseChallenge(challenge: string, method: string): Checks<Challenge | null> {
  if (challenge === '' && method === '') return null;
  if (challenge === '' || method === '') {
    return yield* fail('validation-failed', { message: 'PKCE flow requires code_challenge_method and code_challenge' });
  }
  // RFC 7636 section 4.2
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    return yield* fail('validation-failed', {
      message: 'code challenge has to be between 43 and 128 unreserved characters',
    });
  }
  const name = method.toLowerCase();
  if (name === 's256' || name === 'plain') return { challenge, method: name };
  return yield* fail('validation-failed', { message: 'code_challenge_method needs to be s256 or plain' });
}

/** Compares a verifier with its challenge in constant time (RFC 7636, section 4.6). */
export function matchesChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const derived = method === 's256' ? hash('sha256', verifier, 'base64url') : verifier;
  const [presented, expected] = [Buffer.from(derived), Buffer.from(challenge)];
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

export type FlowState = {
  readonly userId: string;
  readonly challenge: Challenge;
  /** The authentication method that the session records. */
  readonly method: string;
  /** The identity that the exchange adds to the account. Null for a sign-in. */
  readonly linking: PendingLink | null;
  readonly createdAt: Date;
};

/** An identity that the user confirmed at the provider, and the session that started linking it. */
type PendingLink = Pick<NewIdentity, 'provider' | 'profile'> & { readonly sessionId: string };

/** Stores a new authorization code and returns it. */
export async function createFlowState(
  sql: ISql,
  { userId, challenge, method, linking, createdAt }: FlowState,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await deleteFlowStates(sql, userId);
  await sql`
    insert into auth.flow_states
      (code_hash, user_id, code_challenge, code_challenge_method, authentication_method, linking, created_at)
    values (${toHash(code)}, ${userId}, ${challenge.challenge}, ${challenge.method}, ${method},
      ${linking && JSON.stringify(linking)}::text::jsonb, ${createdAt})`;
  return code;
}

/**
 * Finds a code and locks its user until the end of the transaction. The user is locked first, as in password changes,
 * except that an identity to link is locked before any user.
 */
export async function lockFlowState(sql: ISql, code: string): Promise<FlowState | undefined> {
  const [pending] = await sql<Pick<FlowState, 'linking'>[]>`
    select linking from auth.flow_states where code_hash = ${toHash(code)} and linking is not null`;
  if (pending?.linking) await lockIdentity(sql, pending.linking);
  await sql`select id from auth.users
    where id = (select user_id from auth.flow_states where code_hash = ${toHash(code)}) for update`;
  const [state] = await sql<FlowState[]>`
    select user_id as "userId", ${selectChallenge(sql)}, authentication_method as method, linking, created_at as "createdAt"
    from auth.flow_states where code_hash = ${toHash(code)}`;
  return state;
}

/** Queues work for the account of an authorization code or of a link's token (`queueByAccount`). */
export async function* queueBySecret<Value>(auth: AuthContext, secret: string, work: () => Steps<Value>): Steps<Value> {
  const [found] = await auth.sql<{ userId: string }[]>`
    select user_id as "userId" from auth.flow_states where code_hash = ${toHash(secret)}
    union all select user_id from auth.one_time_tokens where token_hash = ${toHash(secret)}`;
  return yield* queueByAccount(auth, found?.userId, work);
}

/** Selects the challenge of a stored flow: null if it has none. */
export const selectChallenge = (sql: ISql): PendingQuery<Row[]> => sql`
  case when code_challenge is not null
    then jsonb_build_object('challenge', code_challenge, 'method', code_challenge_method) end as challenge`;

/** Deletes all codes of a user. */
export async function deleteFlowStates(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.flow_states where user_id = ${userId}`;
}

/** The hash under which a code or token is stored. */
export const toHash = (code: string): Buffer => hash('sha256', code, 'buffer');
