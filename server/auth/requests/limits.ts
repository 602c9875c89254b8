/** Which tries are counted, by what, and in which windows. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import type { AuthRateLimits } from '#server/auth/auth-settings.ts';
import { groupAddress } from '#server/rate-limit/group-address.ts';
import type { RateRule } from '#server/rate-limit/rate-limit.ts';
import type { Result } from '#server/result.ts';
import type { AuthFailure } from './auth-failure.ts';
import { fail } from './auth-failure.ts';

type LimitName = keyof AuthRateLimits;

const FIVE_MINUTES = 300;
const HOUR = 3600;

const windows: Readonly<Record<LimitName, number>> = {
  signUpByAddress: HOUR,
  passwordByAddress: FIVE_MINUTES,
  passwordByAccount: FIVE_MINUTES,
  refreshByAddress: FIVE_MINUTES,
  recoverByAddress: HOUR,
  verifyByAddress: FIVE_MINUTES,
  changeByAccount: FIVE_MINUTES,
  factorByAccount: FIVE_MINUTES,
  codeByAccount: FIVE_MINUTES,
  providerByAddress: FIVE_MINUTES,
  passkeyByAddress: FIVE_MINUTES,
  otherByAddress: FIVE_MINUTES,
};

/** Counts a request of this network address. */
export function limitAddress(auth: AuthBase, c: Context, name: LimitName): Promise<Result<null, AuthFailure>> {
  return limitSubject(auth, name, groupAddress(auth.addressOf(c.req.raw)));
}

/** Counts a try on an account, whether it exists or not. */
export async function limitSubject(
  auth: AuthBase,
  name: LimitName,
  subject: string,
): Promise<Result<null, AuthFailure>> {
  const taken = await auth.rateLimit.take(toRule(auth, name), subject);
  return taken.ok ? taken : fail('rate-limited', { retryAfter: taken.failure.retryAfter });
}

/** Starts anew for an account, such as after the right password. */
export function forgetSubject(auth: AuthBase, name: LimitName, subject: string): Promise<void> {
  return auth.rateLimit.forget(toRule(auth, name), subject);
}

/** Counts a mail of a kind to an address, whether it is sent or nobody is there: the answer is the same. */
export async function limitMail(auth: AuthBase, kind: string, email: string): Promise<Result<null, AuthFailure>> {
  const interval = auth.settings.mailInterval;
  const rule = { name: `mail-${kind}`, limit: interval === 0 ? 0 : 1, windowSeconds: interval };
  const taken = await auth.rateLimit.take(rule, email);
  if (taken.ok) return taken;
  const { retryAfter } = taken.failure;
  const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
  return fail('mail-too-soon', { message, retryAfter });
}

function toRule({ settings }: AuthBase, name: LimitName): RateRule {
  return { name, limit: settings.rateLimits[name], windowSeconds: windows[name] };
}
