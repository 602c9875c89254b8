/** POST /token: dispatches by grant type, and exchanges PKCE authorization codes for sessions. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { EventOrigin, SecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { deleteFlowStates, lockFlowState } from '#server/auth/links/pkce/flow-states.ts';
import type { FlowState } from '#server/auth/links/pkce/flow-states.ts';
import { matchesChallenge } from '#server/auth/links/pkce/pkce.ts';
import { linkProfile } from '#server/auth/providers/link-profile.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { sendSession, openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { grantByPassword } from './grant-by-password.ts';
import { grantByRefreshToken } from './grant-by-refresh-token.ts';

type Grant = (auth: AuthContext, c: Context) => Promise<Result<Response, AuthFailure>>;

const grants: ReadonlyMap<string, Grant> = new Map([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByCode],
]);

export async function grantToken(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const grant = grants.get(c.req.query('grant_type') ?? '');
  return grant === undefined ? fail('unsupported-grant') : grant(auth, c);
}

const bodySchema = v.object({ auth_code: optionalText, code_verifier: optionalText });

const CODE_LIFETIME = 5 * 60_000;

const INCOMPLETE = 'invalid request: both auth code and code verifier should be non-empty';

async function grantByCode(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'verifyByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const { auth_code: code, code_verifier: verifier } = body.value;
  if (code === '' || verifier === '') return fail('validation-failed', { message: INCOMPLETE });
  const client = readClient(auth, c);
  const exchanged = await exchangeCode(auth, { code, verifier, client });
  if (!exchanged.ok) return exchanged;
  const { linked, ...opened } = exchanged.value;
  if (linked !== null) {
    emailSecurityEvent(auth, linked.user, toEvent(linked.provider));
  }
  return sendSession(auth, c, opened);
}

type PresentedCode = { readonly code: string; readonly verifier: string; readonly client: SessionClient };

const toEvent = (provider: string): SecurityEvent => ({ kind: 'provider-linked', detail: provider });

/** The session, and the identity that the exchange linked. */
type Exchanged = OpenSession & { readonly linked: { readonly user: User; readonly provider: string } | null };

/** A wrong verifier does not invalidate the code: guessing 43 characters is hopeless. */
async function exchangeCode(
  { sql, now }: AuthContext,
  { code, verifier, client }: PresentedCode,
): Promise<Result<Exchanged, AuthFailure>> {
  return sql.begin(async (tx): Promise<Result<Exchanged, AuthFailure>> => {
    const flow = await lockFlowState(tx, code);
    if (flow === undefined) return fail('flow-not-found');
    const { userId, method } = flow;
    if (now().getTime() - flow.createdAt.getTime() > CODE_LIFETIME) {
      await deleteFlowStates(tx, userId);
      return fail('flow-expired');
    }
    if (!matchesChallenge(verifier, flow.challenge)) return fail('wrong-verifier');
    await deleteFlowStates(tx, userId);
    const linked = await completeLink(tx, flow, { userId, client, now: now() });
    if (!linked.ok) return linked;
    const opened = await openSession(tx, { userId, method, client, now: now() });
    return { ok: true, value: { ...opened, linked: linked.value } };
  });
}

/** Links the identity if the code is for linking one. A failure uses the code up. */
async function completeLink(
  tx: TransactionSql,
  { linking }: FlowState,
  origin: EventOrigin,
): Promise<Result<Exchanged['linked'], AuthFailure>> {
  if (linking === null) return { ok: true, value: null };
  const { provider, profile, sessionId } = linking;
  const { userId, now } = origin;
  const user = await linkProfile(tx, { linking: { userId, sessionId }, identity: { provider, profile, now } });
  if (!user.ok) return user;
  await recordSecurityEvent(tx, origin, toEvent(provider));
  return { ok: true, value: { user: user.value, provider } };
}
