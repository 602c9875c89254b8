/** Whether a code is the right one, now, and for the first time. */
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { Result } from '#server/result.ts';
import type { Challenge } from './challenges.ts';
import type { Factor } from './factors.ts';
import { isTextCode } from './text-code.ts';
import { findStep } from './totp.ts';

export type ShownCode = {
  readonly factor: Factor;
  readonly challenge: Challenge;
  readonly code: string;
  readonly now: Date;
};

/** The step of a code of an authenticator app, which is over with it. */
export type RightCode = { readonly step: number | null };

/** Takes a code as somebody typed it, perhaps with spaces. */
export function checkCode(shown: ShownCode): Result<RightCode, AuthFailure> {
  const check = shown.factor.type === 'phone' ? checkTextCode : checkAppCode;
  return check({ ...shown, code: shown.code.replaceAll(/\s/g, '') });
}

/** The challenge's own code. */
function checkTextCode({ challenge, code }: ShownCode): Result<RightCode, AuthFailure> {
  const isRight = challenge.codeHash !== null && isTextCode(challenge.id, code, challenge.codeHash);
  return isRight ? { ok: true, value: { step: null } } : fail('wrong-code', { message: WRONG_TEXT_CODE });
}

/** A code counts once: neither it nor one before it is taken again (RFC 6238 section 5.2). */
function checkAppCode({ factor, code, now }: ShownCode): Result<RightCode, AuthFailure> {
  const step = findStep(factor.secret ?? '', code, now);
  if (step === undefined) return fail('wrong-code');
  const isFresh = factor.lastStep === null || step > factor.lastStep;
  return isFresh ? { ok: true, value: { step } } : fail('wrong-code', { message: USED_CODE });
}

const WRONG_TEXT_CODE = 'Invalid MFA Phone code entered';
const USED_CODE = 'This code was used already. Wait for the next one.';
