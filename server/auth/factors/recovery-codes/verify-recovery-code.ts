/** POST /factors/recovery-codes/verify: elevates the session to aal2 with a recovery code, which then is used up. */
import type { Context } from 'hono';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { elevate } from '#server/auth/factors/elevate.ts';
import { countAttempt } from '#server/auth/factors/factor-request.ts';
import { lockUserSession } from '#server/auth/factors/require-assurance.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { resetLimit } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import { sendSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts';

const bodySchema = v.object({ code: optionalText });

const CODE_LIMITS = ['codeByAccount', 'codeByDay'] as const;

/** Verifies the code. Attempts count together with those for other second factors. */
export async function verifyRecoveryCode(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const { user } = signedIn.value;
  const subject = await countAttempt(auth, c, { userId: user.id, limits: CODE_LIMITS });
  if (!subject.ok) return subject;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const presented = { ...signedIn.value, code: body.value.code, client: readClient(auth, c) };
  const used = await auth.sql.begin((tx) => useCode(auth, tx, presented));
  if (!used.ok) return used;
  const { event, ...opened } = used.value;
  emailSecurityEvent(auth, user, event);
  for (const limit of CODE_LIMITS) await resetLimit(auth, limit, subject.value);
  return sendSession(auth, c, opened);
}

type Used = OpenSession & { readonly event: SecurityEvent };

async function useCode(
  { now }: AuthContext,
  tx: TransactionSql,
  { code, client, ...signedIn }: SignedIn & { readonly code: string; readonly client: SessionClient },
): Promise<Result<Used, AuthFailure>> {
  const session = await lockUserSession(tx, signedIn);
  if (!session.ok) return session;
  const { userId } = session.value;
  if (!(await consumeRecoveryCode(tx, userId, code))) return fail('wrong-code', { message: WRONG_CODE });
  // The prefix marks a second step, also for the database functions (private.last_proof).
  const opened = await elevate(tx, session.value, { factorId: null, method: 'mfa/recovery_code', now: now() });
  const event = { kind: 'recovery-code-used', detail: String(await countRecoveryCodes(tx, userId)) } as const;
  await recordSecurityEvent(tx, { userId, client, now: now() }, event);
  return { ok: true, value: { ...opened, event } };
}

const WRONG_CODE = 'This recovery code is not valid or was already used.';
