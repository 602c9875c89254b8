/** Codes that a link leads back with: exchanged once for a session, by whoever holds the verifier. */
import { createHash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Challenge } from './pkce.ts';

export type FlowState = {
  readonly userId: string;
  readonly challenge: Challenge;
  /** What the session will say of how the user proved who it is. */
  readonly method: string;
  readonly createdAt: Date;
};

/** Gives the code. */
export async function createFlowState(sql: ISql, { userId, challenge, method, createdAt }: FlowState): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await deleteFlowStates(sql, userId);
  await sql`
    insert into auth.flow_states
      (code_hash, user_id, code_challenge, code_challenge_method, authentication_method, created_at)
    values (${toHash(code)}, ${userId}, ${challenge.challenge}, ${challenge.method}, ${method}, ${createdAt})`;
  return code;
}

/**
 * Reads what a code stands for, and keeps others off its user until the transaction ends: first the user, then the code,
 * as a change of the password does it, too.
 */
export async function lockFlowState(sql: ISql, code: string): Promise<FlowState | undefined> {
  await sql`select id from auth.users
    where id = (select user_id from auth.flow_states where code_hash = ${toHash(code)}) for update`;
  const [row] = await sql<
    (Omit<FlowState, 'challenge'> & { challenge: string; challengeMethod: Challenge['method'] })[]
  >`
    select user_id as "userId", code_challenge as challenge, code_challenge_method as "challengeMethod",
      authentication_method as method, created_at as "createdAt"
    from auth.flow_states where code_hash = ${toHash(code)}`;
  if (row === undefined) return undefined;
  const { challenge, challengeMethod, ...state } = row;
  return { ...state, challenge: { challenge, method: challengeMethod } };
}

/** Makes a user's codes useless. */
export async function deleteFlowStates(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.flow_states where user_id = ${userId}`;
}

function toHash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
