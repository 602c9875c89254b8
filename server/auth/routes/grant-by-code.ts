/** POST /token?grant_type=pkce: a session for the code of a link, to the browser that asked for the link. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { deleteFlowStates, lockFlowState } from '#server/auth/links/flow-states.ts';
import { isVerifierOf } from '#server/auth/links/pkce.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { openSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { SessionClient } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';
import { answerSession } from './answer-session.ts';

const bodySchema = v.object({ auth_code: optionalText, code_verifier: optionalText });

const CODE_LIFETIME = 5 * 60_000;

const INCOMPLETE = 'invalid request: both auth code and code verifier should be non-empty';

export async function grantByCode(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'verifyByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const { auth_code: code, code_verifier: verifier } = body.value;
  if (code === '' || verifier === '') return fail('validation-failed', { message: INCOMPLETE });
  const opened = await exchangeCode(auth, { code, verifier, client: readClient(auth, c) });
  return opened.ok ? answerSession(auth, c, opened.value) : opened;
}

type ShownCode = { readonly code: string; readonly verifier: string; readonly client: SessionClient };

/** A wrong verifier leaves the code to whoever has the right one: guessing 43 characters is hopeless. */
async function exchangeCode(
  { sql, now }: AuthBase,
  { code, verifier, client }: ShownCode,
): Promise<Result<OpenSession, AuthFailure>> {
  return sql.begin(async (tx): Promise<Result<OpenSession, AuthFailure>> => {
    const flow = await lockFlowState(tx, code);
    if (flow === undefined) return fail('flow-not-found');
    const { userId, method } = flow;
    if (now().getTime() - flow.createdAt.getTime() > CODE_LIFETIME) {
      await deleteFlowStates(tx, userId);
      return fail('flow-expired');
    }
    if (!isVerifierOf(verifier, flow.challenge)) return fail('wrong-verifier');
    await deleteFlowStates(tx, userId);
    return { ok: true, value: await openSession(tx, { userId, method, client, now: now() }) };
  });
}
