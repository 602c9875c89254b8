/** POST /factors/{id}/verify: verifies a code and elevates the session to aal2. */
import type { Context } from 'hono';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import * as v from 'valibot';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { elevate } from '#server/auth/factors/elevate.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { resetLimit } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { sendSession } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import type { Result } from '#server/result.ts';
import { countWrongCode, findChallenge, markAnswered } from './challenges.ts';
import type { Challenge } from './challenges.ts';
import { lockFactor, readFactorRequest, requireUsable, toFactorEvent } from '#server/auth/factors/factor-request.ts';
import type { FactorRequest, LockedFactor } from '#server/auth/factors/factor-request.ts';
import { deleteUnverified, markVerified, amrMethods } from '#server/auth/factors/factors.ts';
import type { Factor } from '#server/auth/factors/factors.ts';
import { isTextCode } from './text-codes.ts';
import { findStep } from '#server/auth/factors/totp.ts';

const bodySchema = v.object({ challenge_id: optionalText, code: optionalText });

export async function verifyFactor(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const request = await readFactorRequest(auth, c, CODE_LIMITS);
  if (!request.ok) return request;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const { challenge_id: challengeId, code } = body.value;
  if (code === '') return fail('validation-failed', { message: 'Code needs to be non-empty' });
  const address = groupAddress(auth.addressOf(c.req.raw));
  const answer: Answer = { ...request.value, challengeId, code, address };
  // Failures commit as well, so that wrong codes are counted.
  const verified = await auth.sql.begin((tx) => verifyInTransaction(auth, tx, answer));
  if (!verified.ok) return verified;
  const { factor } = verified.value;
  if (!factor.isVerified) emailSecurityEvent(auth, answer.user, toFactorEvent(factor.type, 'added'));
  for (const limit of CODE_LIMITS) await resetLimit(auth, limit, answer.attemptSubject);
  return sendSession(auth, c, verified.value);
}

const CODE_LIMITS = ['codeByAccount', 'codeByDay'] as const;

type Answer = FactorRequest & { readonly challengeId: string; readonly code: string; readonly address: string };

/** The session, and the factor before the verification. */
type Elevated = OpenSession & { readonly factor: Factor };

async function verifyInTransaction(
  auth: AuthContext,
  tx: TransactionSql,
  answer: Answer,
): Promise<Result<Elevated, AuthFailure>> {
  const locked = await lockFactor(tx, answer);
  if (!locked.ok) return locked;
  const { factor } = locked.value;
  const usable = await requireUsable(auth, tx, locked.value);
  if (!usable.ok) return usable;
  const challenge = await readChallenge(auth, tx, answer);
  if (!challenge.ok) return challenge;
  const now = auth.now();
  const checked = checkCode({ factor, challenge: challenge.value, code: answer.code, now });
  if (checked.ok) {
    await markAnswered(tx, challenge.value.id, now);
    await markVerified(tx, { id: factor.id, step: checked.value.step, now });
    const origin = { userId: answer.user.id, client: answer.client, now };
    if (!factor.isVerified) await recordSecurityEvent(tx, origin, toFactorEvent(factor.type, 'added'));
    return { ok: true, value: { ...(await elevateWith(tx, locked.value, now)), factor } };
  }
  await countWrongCode(tx, challenge.value.id);
  return checked;
}

/** The number of wrong codes that end a challenge. The account's own limit applies as well. */
const MAX_WRONG_CODES = 5;

/**
 * Returns the challenge if it can still be answered from this network. A phone that changes networks needs a new
 * challenge.
 */
async function readChallenge(
  { settings, now }: AuthContext,
  tx: TransactionSql,
  { factorId, challengeId, address }: Answer,
): Promise<Result<Challenge, AuthFailure>> {
  const challenge = isUuid(challengeId) ? await findChallenge(tx, factorId, challengeId) : undefined;
  if (challenge === undefined) return fail('challenge-not-found');
  // GoTrue returns the same error for both.
  if (challenge.verifiedAt !== null || challenge.address !== address) return fail('challenge-elsewhere');
  const age = now().getTime() - challenge.createdAt.getTime();
  if (age <= settings.factors.challengeLifetime * 1000 && challenge.wrongCodes < MAX_WRONG_CODES)
    return { ok: true, value: challenge };
  const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
  return fail('challenge-expired', { message });
}

/** Elevates this session, and deletes unfinished enrollments, which an attacker with the password could have started. */
async function elevateWith(tx: TransactionSql, { session, factor }: LockedFactor, now: Date): Promise<OpenSession> {
  await deleteUnverified(tx, session.userId, factor.type);
  return elevate(tx, session, { factorId: factor.id, method: amrMethods[factor.type], now });
}

type PresentedCode = {
  readonly factor: Factor;
  readonly challenge: Challenge;
  readonly code: string;
  readonly now: Date;
};

/** The time step of a code of an authenticator app, which becomes used. */
type RightCode = { readonly step: number | null };

/** Checks a code as typed, possibly with spaces. */
function checkCode(presented: PresentedCode): Result<RightCode, AuthFailure> {
  const check = presented.factor.type === 'phone' ? checkTextCode : checkAppCode;
  return check({ ...presented, code: presented.code.replaceAll(/\s/g, '') });
}

/** Compares the code with the one of the challenge. */
function checkTextCode({ challenge, code }: PresentedCode): Result<RightCode, AuthFailure> {
  const isRight = challenge.codeHash !== null && isTextCode(challenge.id, code, challenge.codeHash);
  return isRight ? { ok: true, value: { step: null } } : fail('wrong-code', { message: WRONG_TEXT_CODE });
}

/**
 * Checks a code of an authenticator app. Codes of the last used step or earlier are refused (RFC 6238, section 5.2).
 */
function checkAppCode({ factor, code, now }: PresentedCode): Result<RightCode, AuthFailure> {
  const step = findStep(factor.secret ?? '', code, now);
  if (step === undefined) return fail('wrong-code');
  const isFresh = factor.lastStep === null || step > factor.lastStep;
  return isFresh ? { ok: true, value: { step } } : fail('wrong-code', { message: USED_CODE });
}

const WRONG_TEXT_CODE = 'Invalid MFA Phone code entered';
const USED_CODE = 'This code has already been used. Wait for the next one.';
