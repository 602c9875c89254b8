/** POST /factors with the type `recovery_codes`: creates new recovery codes, which replace the earlier ones. */
import type { Context } from 'hono';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { hasVerifiedFactor } from '#server/auth/factors/factors.ts';
import { isAal2, lockUserSession } from '#server/auth/factors/require-assurance.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** The id and the type of the recovery codes. They look like a factor, so that the official client can use them. */
export const RECOVERY_CODES = { id: 'recovery-codes', type: 'recovery_codes' } as const;

/**
 * Creates the codes. Only this response contains them. Hosted Supabase has no recovery codes. A second step must be set
 * up and verified in this session, so that a stolen password cannot create a way around it.
 */
export async function renewRecoveryCodes(
  auth: AuthContext,
  c: Context,
  signedIn: SignedIn,
): Promise<Result<Response, AuthFailure>> {
  const renewal = { ...signedIn, client: readClient(auth, c) };
  const codes = await auth.sql.begin((tx) => renewInTransaction(auth, tx, renewal));
  if (!codes.ok) return codes;
  emailSecurityEvent(auth, signedIn.user, CREATED);
  return { ok: true, value: c.json({ ...RECOVERY_CODES, codes: codes.value }) };
}

const CREATED = { kind: 'recovery-codes-created' } as const;

async function renewInTransaction(
  { now }: AuthContext,
  tx: TransactionSql,
  { client, ...signedIn }: SignedIn & { readonly client: SessionClient },
): Promise<Result<readonly string[], AuthFailure>> {
  const session = await lockUserSession(tx, signedIn);
  if (!session.ok) return session;
  if (!isAal2(session.value.aal) || !(await hasVerifiedFactor(tx, signedIn.user.id))) return fail('enroll-needs-aal2');
  await recordSecurityEvent(tx, { userId: signedIn.user.id, client, now: now() }, CREATED);
  return { ok: true, value: await replaceRecoveryCodes(tx, signedIn.user.id, now()) };
}
