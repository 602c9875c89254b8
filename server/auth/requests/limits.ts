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
const DAY = 24 * HOUR;

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
  codeByDay: DAY,
  textByDay: DAY,
  numberByDay: DAY,
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

/**
 * Counts a mail of a kind to an address, and in all that go out, whether it is sent or nobody is there: the answer is the
 * same. Many accounts together must not make of this server one that sends unwanted mail.
 */
export function limitMail(auth: AuthBase, kind: string, email: string): Promise<Result<null, AuthFailure>> {
  const { mailInterval, mailsPerHour } = auth.settings;
  return limitMessage(auth, 'mail-too-soon', [
    { rule: toInterval(`mail-${kind}`, mailInterval), subject: email },
    { rule: toTotal('mails', mailsPerHour), subject: '' },
  ]);
}

/** What is counted, and by what. */
export type Count = { readonly rule: RateRule; readonly subject: string };

/** Counts a message by each of these, in their order, until one refuses it; those after that one count nothing. */
export async function limitMessage(
  auth: AuthBase,
  refusal: 'mail-too-soon' | 'text-too-soon',
  counts: readonly Count[],
): Promise<Result<null, AuthFailure>> {
  for (const { rule, subject } of counts) {
    const taken = await auth.rateLimit.take(rule, subject);
    if (taken.ok) continue;
    const { retryAfter } = taken.failure;
    const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
    return fail(refusal, { message, retryAfter });
  }
  return { ok: true, value: null };
}

/** One message in so many seconds. */
export const toInterval = (name: string, seconds: number): RateRule => ({
  name,
  limit: seconds === 0 ? 0 : 1,
  windowSeconds: seconds,
});

/** So many messages of the whole server in an hour. */
export const toTotal = (name: string, limit: number): RateRule => ({ name, limit, windowSeconds: HOUR });

export function toRule({ settings }: AuthBase, name: LimitName): RateRule {
  return { name, limit: settings.rateLimits[name], windowSeconds: windows[name] };
}
