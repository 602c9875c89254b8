/** Recovery codes: ten one-time codes that replace a lost second factor. Only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { ISql } from 'postgres';
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent, type SecurityEvent } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { resetLimit } from '#server/auth/requests/limits.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody } from '#server/auth/requests/route.ts';
import { fail, inTransaction, type Steps } from '#server/auth/requests/steps.ts';
import { sendSession, type OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { elevate, isAal2, lockUserSession } from './assurance.ts';
import { countedUser, CODE_LIMITS, type Attempt } from './factor-request.ts';
import { hasVerifiedFactor } from './factors.ts';

/** The id and the type of the recovery codes. They look like a factor, so that the official client can use them. */
export const RECOVERY_CODES = { id: 'recovery-codes', type: 'recovery_codes' } as const;

/**
 * Creates the codes. Only this response contains them. Hosted Supabase has no recovery codes. A second step must be set
 * up and verified in this session, so that a stolen password cannot create a way around it.
 */
export async function* renewRecoveryCodes(auth: AuthContext, c: Context, renewal: Attempt): Steps<Response> {
  const codes = yield* inTransaction(auth.sql, (tx) => renewInTransaction(auth, tx, renewal));
  emailSecurityEvent(auth, renewal.user, CREATED);
  return c.json({ ...RECOVERY_CODES, codes });
}

const CREATED = { kind: 'recovery-codes-created' } as const;

async function* renewInTransaction(
  { now }: AuthContext,
  tx: TransactionSql,
  { client, ...signedIn }: Attempt,
): Steps<readonly string[]> {
  const session = yield* lockUserSession(tx, signedIn);
  if (!isAal2(session.aal) || !(await hasVerifiedFactor(tx, signedIn.user.id))) return yield* fail('enroll-needs-aal2');
  await recordSecurityEvent(tx, { userId: signedIn.user.id, client, now: now() }, CREATED);
  return await replaceRecoveryCodes(tx, signedIn.user.id, now());
}

/** Verifies the code. Attempts count together with those for other second factors. */
export const verifyRecoveryCode = defineRoute({
  method: 'POST',
  path: `/factors/${RECOVERY_CODES.id}/verify`,
  limit: 'otherByAddress',
  caller: countedUser(...CODE_LIMITS),
  body: jsonBody(v.object({ code: optionalText })),
  async *work(auth, { c, caller, body: { code } }) {
    const { event, ...opened } = yield* inTransaction(auth.sql, (tx) => useCode(auth, tx, { ...caller, code }));
    emailSecurityEvent(auth, caller.user, event);
    for (const limit of CODE_LIMITS) await resetLimit(auth, limit, caller.attemptSubject);
    return yield* sendSession(auth, c, opened);
  },
});

type Used = OpenSession & { readonly event: SecurityEvent };

async function* useCode(
  { now }: AuthContext,
  tx: TransactionSql,
  { code, client, ...signedIn }: Attempt & { readonly code: string },
): Steps<Used> {
  const session = yield* lockUserSession(tx, signedIn);
  const { userId } = session;
  if (!(await consumeRecoveryCode(tx, userId, code))) return yield* fail('wrong-code', { message: WRONG_CODE });
  // The prefix marks a second step, also for the database functions (private.last_proof).
  const opened = await elevate(tx, session, { factorId: null, method: 'mfa/recovery_code', now: now() });
  const event = { kind: 'recovery-code-used', detail: String(await countRecoveryCodes(tx, userId)) } as const;
  await recordSecurityEvent(tx, { userId, client, now: now() }, event);
  return { ...opened, event };
}

const WRONG_CODE = 'This recovery code is not valid or was already used.';

const CODE_COUNT = 10;

/** Crockford's Base32: without I, L, O and U, which are easy to misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/**
 * Replaces the user's recovery codes. The transaction must have locked the user.
 * @returns the new codes, each with 80 random bits in four groups: `7Q2M-K9XT-0HVA-3WRB`
 */
async function replaceRecoveryCodes(sql: ISql, userId: string, now: Date): Promise<readonly string[]> {
  const codes = Array.from({ length: CODE_COUNT }, createCode);
  await deleteRecoveryCodes(sql, userId);
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code), created_at: now }));
  await sql`insert into auth.mfa_recovery_codes ${sql(rows)}`;
  return codes;
}

function createCode(): string {
  const text = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}

/** Consumes a code. Returns whether it existed: of two requests with the same code, only one succeeds. */
async function consumeRecoveryCode(sql: ISql, userId: string, code: string): Promise<boolean> {
  const used = await sql`
    delete from auth.mfa_recovery_codes where user_id = ${userId} and code_hash = ${hashCode(userId, code)}`;
  return used.count > 0;
}

export async function deleteRecoveryCodes(sql: ISql, userId: string): Promise<void> {
  await sql`delete from auth.mfa_recovery_codes where user_id = ${userId}`;
}

async function countRecoveryCodes(sql: ISql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from auth.mfa_recovery_codes where user_id = ${userId}`;
  return row?.count ?? 0;
}

/** A code has enough random bits for a plain hash. Case, spaces and hyphens do not matter, nor do look-alikes. */
function hashCode(userId: string, code: string): Buffer {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(`${userId}:${typed}`).digest();
}
