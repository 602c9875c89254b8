/** The way to a provider and back: what must be known when a browser returns, found by a state that works once. */
import { createHash, randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import type { Challenge } from '#server/auth/links/pkce.ts';

export type ProviderFlow = {
  readonly provider: string;
  /** Where the browser is led in the end; already chosen among the places that are allowed. */
  readonly redirectTo: string;
  /** Of our client; null where it asked for the session itself. */
  readonly challenge: Challenge | null;
  /** Ours toward the provider (RFC 7636). */
  readonly verifier: string;
  /** Ours toward the provider (OpenID Connect Core 1.0, section 3.1.2.1). */
  readonly nonce: string;
  /** Whose account the sign-in is to be linked to; null: somebody signs in. */
  readonly linking: Linking | null;
};

export type Linking = { readonly userId: string; readonly sessionId: string };

export type OpenFlow = Pick<ProviderFlow, 'verifier' | 'nonce'> & { readonly state: string };

const LIFETIME = 10 * 60_000;

/**
 * Gives the state to be sent to the provider, with verifier and nonce. None of the three can be had from another: the
 * state is seen by the provider and stands in histories. Only its hash is kept.
 */
export async function createProviderFlow(
  sql: ISql,
  { provider, redirectTo, challenge, linking, now }: NewFlow,
): Promise<OpenFlow> {
  const [state, verifier, nonce] = [randomText(), randomText(), randomText()];
  await forgetOldFlows(sql, now);
  const { challenge: code = null, method = null } = challenge ?? {};
  const { userId = null, sessionId = null } = linking ?? {};
  await sql`
    insert into auth.provider_flows (state_hash, provider, redirect_to, code_challenge, code_challenge_method,
      code_verifier, nonce, user_id, session_id, created_at)
    values (${toHash(state)}, ${provider}, ${redirectTo}, ${code}, ${method}, ${verifier}, ${nonce}, ${userId},
      ${sessionId}, ${now})`;
  return { state, verifier, nonce };
}

type NewFlow = Omit<ProviderFlow, 'verifier' | 'nonce'> & { readonly now: Date };

/** Those who never came back; what another process deletes at this moment is left to it. */
async function forgetOldFlows(sql: ISql, now: Date): Promise<void> {
  await sql`delete from auth.provider_flows where state_hash in (
    select state_hash from auth.provider_flows where created_at < ${new Date(now.getTime() - LIFETIME)}
    limit 100 for update skip locked)`;
}

/** Gives what a state stands for and uses it up; undefined where it is unknown, used or ten minutes old. */
export async function takeProviderFlow(sql: ISql, state: string, now: Date): Promise<ProviderFlow | undefined> {
  const [row] = await sql<Columns[]>`
    delete from auth.provider_flows where state_hash = ${toHash(state)}
    returning provider, redirect_to as "redirectTo", code_challenge as challenge, code_challenge_method as method,
      code_verifier as verifier, nonce, user_id as "userId", session_id as "sessionId", created_at as "createdAt"`;
  if (row === undefined || row.createdAt.getTime() < now.getTime() - LIFETIME) return undefined;
  const { challenge, method, userId, sessionId, provider, redirectTo, verifier, nonce } = row;
  return {
    provider,
    redirectTo,
    verifier,
    nonce,
    challenge: challenge === null || method === null ? null : { challenge, method },
    linking: userId === null || sessionId === null ? null : { userId, sessionId },
  };
}

type Columns = Omit<ProviderFlow, 'challenge' | 'linking'> & {
  readonly challenge: string | null;
  readonly method: Challenge['method'] | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Date;
};

/** 43 characters: what RFC 7636 section 4.1 wants of a verifier, and 256 bits. */
const randomText = (): string => randomBytes(32).toString('base64url');

const toHash = (state: string): Buffer => createHash('sha256').update(state).digest();
