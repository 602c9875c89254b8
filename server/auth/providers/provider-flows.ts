/** Stores sign-in flows at providers until the browser returns. A state identifies a flow and works once. */
import { randomBytes } from 'node:crypto';
import type { ISql } from 'postgres';
import { selectChallenge, toHash, type Challenge } from '#server/auth/links/pkce.ts';

export type ProviderFlow = {
  readonly provider: string;
  /** The final destination, which was already checked. */
  readonly redirectTo: string;
  /** The challenge of our client. Null in the implicit flow. */
  readonly challenge: Challenge | null;
  /** Our PKCE verifier for the provider (RFC 7636). */
  readonly verifier: string;
  /** Our nonce for the provider (OpenID Connect Core 1.0, section 3.1.2.1). */
  readonly nonce: string;
  /** The account to link the identity to. Null for a sign-in. */
  readonly linking: Linking | null;
};

export type Linking = { readonly userId: string; readonly sessionId: string };

export type OpenFlow = Pick<ProviderFlow, 'verifier' | 'nonce'> & { readonly state: string };

const LIFETIME = 10 * 60_000;

/**
 * Stores a flow and returns state, verifier and nonce for the provider. The three are independent, because the provider
 * sees the state and browser histories contain it. Only its hash is stored.
 */
export async function createProviderFlow(
  sql: ISql,
  { provider, redirectTo, challenge, linking, now }: NewFlow,
): Promise<OpenFlow> {
  const [state, verifier, nonce] = [randomText(), randomText(), randomText()];
  await deleteExpiredFlows(sql, now);
  const [code, method] = challenge === null ? [null, null] : [challenge.challenge, challenge.method];
  const { userId, sessionId } = linking ?? { userId: null, sessionId: null };
  await sql`
    insert into auth.provider_flows (state_hash, provider, redirect_to, code_challenge, code_challenge_method,
      code_verifier, nonce, user_id, session_id, created_at)
    values (${toHash(state)}, ${provider}, ${redirectTo}, ${code}, ${method}, ${verifier}, ${nonce}, ${userId},
      ${sessionId}, ${now})`;
  return { state, verifier, nonce };
}

type NewFlow = Omit<ProviderFlow, 'verifier' | 'nonce'> & { readonly now: Date };

/** Deletes abandoned flows. Rows that another process is deleting are skipped. */
async function deleteExpiredFlows(sql: ISql, now: Date): Promise<void> {
  await sql`delete from auth.provider_flows where state_hash in (
    select state_hash from auth.provider_flows where created_at < ${startOf(now)}
    limit 100 for update skip locked)`;
}

/** Consumes a state. Returns undefined if it is unknown, used or older than ten minutes. */
export async function consumeProviderFlow(sql: ISql, state: string, now: Date): Promise<ProviderFlow | undefined> {
  const [flow] = await sql<(ProviderFlow & { readonly isExpired: boolean })[]>`
    delete from auth.provider_flows where state_hash = ${toHash(state)}
    returning provider, redirect_to as "redirectTo", ${selectChallenge(sql)}, code_verifier as verifier, nonce,
      case when session_id is not null then jsonb_build_object('userId', user_id, 'sessionId', session_id) end as linking,
      created_at < ${startOf(now)} as "isExpired"`;
  return flow?.isExpired === false ? flow : undefined;
}

/** The oldest flows that still count began then. */
const startOf = (now: Date): Date => new Date(now.getTime() - LIFETIME);

/** 43 characters with 256 bits, as RFC 7636, section 4.1 requires for a verifier. */
const randomText = (): string => randomBytes(32).toString('base64url');
