/** POST /factors/{id}/verify: verifies a code and elevates the session to aal2. */
import * as v from 'valibot';
import { emailSecurityEvent, recordSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { resetLimit } from '#server/auth/requests/limits.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody } from '#server/auth/requests/route.ts';
import { fail, refuse, runSteps, inTransaction, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { sendSession, type OpenSession } from '#server/auth/sessions/open-session.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/http/client-address.ts';
import { elevate } from './assurance.ts';
import { countWrongCode, findChallenge, isTextCode, markAnswered, type Challenge } from './challenge-factor.ts';
import {
  lockFactor,
  requireUsable,
  toFactorEvent,
  factorOwner,
  CODE_LIMITS,
  type FactorRequest,
  type LockedFactor,
} from './factor-request.ts';
import { amrMethods, deleteUnverified, markVerified, type Factor, findStep } from './factors.ts';

export const verifyFactor = defineRoute({
  method: 'POST',
  path: '/factors/:id/verify',
  limit: 'otherByAddress',
  caller: factorOwner(...CODE_LIMITS),
  body: jsonBody(v.object({ challenge_id: optionalText, code: optionalText })),
  async *work(auth, { c, client, caller, body: { challenge_id: challengeId, code } }) {
    if (code === '') return yield* fail('validation-failed', { message: 'Code needs to be non-empty' });
    const answer: Answer = { ...caller, challengeId, code, address: groupAddress(client.ip) };
    const verified = yield* inTransaction(auth.sql, (tx) => verifyInTransaction(auth, tx, answer));
    const { factor } = verified;
    if (!factor.isVerified) emailSecurityEvent(auth, answer.user, toFactorEvent(factor.type, 'added'));
    for (const limit of CODE_LIMITS) await resetLimit(auth, limit, answer.attemptSubject);
    return yield* sendSession(auth, c, verified);
  },
});

type Answer = FactorRequest & { readonly challengeId: string; readonly code: string; readonly address: string };

/** The session, and the factor before the verification. */
type Elevated = OpenSession & { readonly factor: Factor };

/** Failures commit as well, so that wrong codes are counted. */
async function* verifyInTransaction(auth: AuthContext, tx: TransactionSql, answer: Answer): Steps<Elevated> {
  const locked = yield* lockFactor(tx, answer);
  const { factor } = locked;
  yield* requireUsable(auth, tx, locked);
  const challenge = yield* readChallenge(auth, tx, answer);
  const now = auth.now();
  const checked = await runSteps(checkCode({ factor, challenge, code: answer.code, now }));
  if (!checked.ok) {
    await countWrongCode(tx, challenge.id);
    return yield* refuse(checked.failure);
  }
  await markAnswered(tx, challenge.id, now);
  await markVerified(tx, { id: factor.id, step: checked.value.step, now });
  const origin = { userId: answer.user.id, client: answer.client, now };
  if (!factor.isVerified) await recordSecurityEvent(tx, origin, toFactorEvent(factor.type, 'added'));
  return { ...(await elevateWith(tx, locked, now)), factor };
}

/** The number of wrong codes that end a challenge. The account's own limit applies as well. */
const MAX_WRONG_CODES = 5;

/**
 * Returns the challenge if it can still be answered from this network. A phone that changes networks needs a new
 * challenge.
 */
async function* readChallenge(
  { settings, now }: AuthContext,
  tx: TransactionSql,
  { factorId, challengeId, address }: Answer,
): Steps<Challenge> {
  const challenge = isUuid(challengeId) ? await findChallenge(tx, factorId, challengeId) : undefined;
  if (challenge === undefined) return yield* fail('challenge-not-found');
  // GoTrue returns the same error for both.
  if (challenge.verifiedAt !== null || challenge.address !== address) return yield* fail('challenge-elsewhere');
  const age = now().getTime() - challenge.createdAt.getTime();
  if (age <= settings.factors.challengeLifetime * 1000 && challenge.wrongCodes < MAX_WRONG_CODES) return challenge;
  const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
  return yield* fail('challenge-expired', { message });
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
function checkCode(presented: PresentedCode): Checks<RightCode> {
  const check = presented.factor.type === 'phone' ? checkTextCode : checkAppCode;
  return check({ ...presented, code: presented.code.replaceAll(/\s/g, '') });
}

/** Compares the code with the one of the challenge. */
function* checkTextCode({ challenge, code }: PresentedCode): Checks<RightCode> {
  const isRight = challenge.codeHash !== null && isTextCode(challenge.id, code, challenge.codeHash);
  return isRight ? { step: null } : yield* fail('wrong-code', { message: WRONG_TEXT_CODE });
}

/**
 * Checks a code of an authenticator app. Codes of the last used step or earlier are refused (RFC 6238, section 5.2).
 */
function* checkAppCode({ factor, code, now }: PresentedCode): Checks<RightCode> {
  const step = findStep(factor.secret ?? '', code, now);
  if (step === undefined) return yield* fail('wrong-code');
  const isFresh = factor.lastStep === null || step > factor.lastStep;
  return isFresh ? { step } : yield* fail('wrong-code', { message: USED_CODE });
}

const WRONG_TEXT_CODE = 'Invalid MFA Phone code entered';
const USED_CODE = 'This code has already been used. Wait for the next one.';
