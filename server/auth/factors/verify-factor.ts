/** POST /factors/{id}/verify: the right code lifts the session to aal2. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { tellOfFactor } from '#server/auth/changes/tell-of-change.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { forgetSubject } from '#server/auth/requests/limits.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { answerSession } from '#server/auth/routes/answer-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import { restartChain } from '#server/auth/sessions/refresh-tokens.ts';
import { endWeakSessions, liftSession } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { groupAddress } from '#server/rate-limit/group-address.ts';
import type { Result } from '#server/result.ts';
import { checkCode } from './check-code.ts';
import { countWrongCode, findChallenge, markAnswered } from './challenges.ts';
import type { Challenge } from './challenges.ts';
import { holdFactor, readFactorRequest, requireUsable } from './factor-request.ts';
import type { FactorRequest, Held } from './factor-request.ts';
import { deleteUnverified, markVerified, proofOf } from './factors.ts';
import type { Factor } from './factors.ts';

const bodySchema = v.object({ challenge_id: optionalText, code: optionalText });

export async function verifyFactor(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const request = await readFactorRequest(auth, c, CODE_LIMITS);
  if (!request.ok) return request;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const { challenge_id: challengeId, code } = body.value;
  if (code === '') return fail('validation-failed', { message: 'Code needs to be non-empty' });
  const address = groupAddress(auth.addressOf(c.req.raw));
  const answer: Answer = { ...request.value, challengeId, code, address };
  // A failure, too, commits: wrong codes are counted.
  const opened = await auth.sql.begin((tx) => verifyInTransaction(auth, tx, answer));
  if (!opened.ok) return opened;
  const { factor } = opened.value;
  if (!factor.isVerified) tellOfFactor(auth, answer.user, { type: factor.type, became: 'added' });
  for (const limit of CODE_LIMITS) await forgetSubject(auth, limit, answer.trySubject);
  return answerSession(auth, c, opened.value);
}

const CODE_LIMITS = ['codeByAccount', 'codeByDay'] as const;

type Answer = FactorRequest & { readonly challengeId: string; readonly code: string; readonly address: string };

/** The session, and the factor as it was before. */
type Lifted = OpenSession & { readonly factor: Factor };

async function verifyInTransaction(
  auth: AuthBase,
  tx: TransactionSql,
  answer: Answer,
): Promise<Result<Lifted, AuthFailure>> {
  const held = await holdFactor(tx, answer);
  if (!held.ok) return held;
  const { factor } = held.value;
  const usable = await requireUsable(auth, tx, held.value);
  if (!usable.ok) return usable;
  const challenge = await readChallenge(auth, tx, answer);
  if (!challenge.ok) return challenge;
  const now = auth.now();
  const checked = checkCode({ factor, challenge: challenge.value, code: answer.code, now });
  if (checked.ok) {
    await markAnswered(tx, challenge.value.id, now);
    await markVerified(tx, { id: factor.id, step: checked.value.step, now });
    return { ok: true, value: { ...(await lift(tx, held.value, now)), factor } };
  }
  await countWrongCode(tx, challenge.value.id);
  return checked;
}

/** So many wrong codes end a challenge; the account's own limit goes on counting. */
const MAX_WRONG_CODES = 5;

/** Gives the challenge where it can still be answered, from here. A phone that changed its network asks for a new one. */
async function readChallenge(
  { settings, now }: AuthBase,
  tx: TransactionSql,
  { factorId, challengeId, address }: Answer,
): Promise<Result<Challenge, AuthFailure>> {
  const challenge = isUuid(challengeId) ? await findChallenge(tx, factorId, challengeId) : undefined;
  if (challenge === undefined) return fail('challenge-not-found');
  // GoTrue says the same of both.
  if (challenge.verifiedAt !== null || challenge.address !== address) return fail('challenge-elsewhere');
  const age = now().getTime() - challenge.createdAt.getTime();
  if (age <= settings.factors.challengeLifetime * 1000 && challenge.wrongCodes < MAX_WRONG_CODES)
    return { ok: true, value: challenge };
  const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
  return fail('challenge-expired', { message });
}

/** Everybody else who came by the password alone is out, with each token from before, and what was begun beside this is void. */
async function lift(tx: TransactionSql, { session, factor }: Held, now: Date): Promise<OpenSession> {
  const lifted = await liftSession(tx, session, { factorId: factor.id, method: proofOf[factor.type], now });
  await endWeakSessions(tx, session.userId);
  await deleteUnverified(tx, session.userId, factor.type);
  return { session: lifted, refreshToken: await restartChain(tx, session.id, now) };
}
