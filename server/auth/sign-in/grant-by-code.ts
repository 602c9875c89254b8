/** POST /token?grant_type=pkce: exchanges an authorization code for a session. */
import * as v from 'valibot';
import {
  emailSecurityEvent,
  recordSecurityEvent,
  type EventOrigin,
  type SecurityEvent,
} from '#server/auth/accounts/security-events.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { deleteFlowStates, lockFlowState, matchesChallenge, type FlowState } from '#server/auth/links/pkce.ts';
import { linkProfile } from '#server/auth/providers/resolve-user.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody, anyone, type SessionClient } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { sendSession, openSession, type OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';

const CODE_LIFETIME = 5 * 60_000;

const INCOMPLETE = 'invalid request: both auth code and code verifier should be non-empty';

export const grantByCode = defineRoute({
  method: 'POST',
  path: '/token',
  grantType: 'pkce',
  limit: 'verifyByAddress',
  caller: anyone,
  body: jsonBody(v.object({ auth_code: optionalText, code_verifier: optionalText })),
  async *work(auth, { c, client, body: { auth_code: code, code_verifier: verifier } }) {
    if (code === '' || verifier === '') return yield* fail('validation-failed', { message: INCOMPLETE });
    const { linked, ...opened } = yield* exchangeCode(auth, { code, verifier, client });
    if (linked !== null) emailSecurityEvent(auth, linked.user, toEvent(linked.provider));
    return yield* sendSession(auth, c, opened);
  },
});

type PresentedCode = { readonly code: string; readonly verifier: string; readonly client: SessionClient };

const toEvent = (provider: string): SecurityEvent => ({ kind: 'provider-linked', detail: provider });

/** The session, and the identity that the exchange linked. */
type Exchanged = OpenSession & { readonly linked: { readonly user: User; readonly provider: string } | null };

/** A wrong verifier does not invalidate the code: guessing 43 characters is hopeless. */
async function* exchangeCode({ sql, now }: AuthContext, { code, verifier, client }: PresentedCode): Steps<Exchanged> {
  return yield* inTransaction(sql, async function* (tx): Steps<Exchanged> {
    const flow = await lockFlowState(tx, code);
    if (flow === undefined) return yield* fail('flow-not-found');
    const { userId, method } = flow;
    if (now().getTime() - flow.createdAt.getTime() > CODE_LIFETIME) {
      await deleteFlowStates(tx, userId);
      return yield* fail('flow-expired');
    }
    if (!matchesChallenge(verifier, flow.challenge)) return yield* fail('wrong-verifier');
    await deleteFlowStates(tx, userId);
    const linked = yield* completeLink(tx, flow, { userId, client, now: now() });
    const opened = await openSession(tx, { userId, method, client, now: now() });
    return { ...opened, linked };
  });
}

/** Links the identity if the code is for linking one. A failure uses the code up. */
async function* completeLink(
  tx: TransactionSql,
  { linking }: FlowState,
  origin: EventOrigin,
): Steps<Exchanged['linked']> {
  if (linking === null) return null;
  const { provider, profile, sessionId } = linking;
  const { userId, now } = origin;
  const user = yield* linkProfile(tx, { linking: { userId, sessionId }, identity: { provider, profile, now } });
  await recordSecurityEvent(tx, origin, toEvent(provider));
  return { user, provider };
}
