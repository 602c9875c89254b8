/** Rate limits of the auth API: what is counted, by which subject and in which window. */
import type { Context } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthRateLimits } from '#server/auth/context/auth-settings.ts';
import { listAddressTiers } from '#server/http/client-address.ts';
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
  passwordByDay: DAY,
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

/** Counts a request by its network address: an IPv6 address by three networks (`listAddressTiers`). */
export async function limitAddress(auth: AuthContext, c: Context, name: LimitName): Promise<Result<null, AuthFailure>> {
  const rule = toRule(auth, name);
  for (const { key, factor } of listAddressTiers(auth.addressOf(c.req.raw))) {
    const counted = await auth.rateLimit.consume({ ...rule, limit: rule.limit * factor }, key);
    if (!counted.ok) return fail('rate-limited', { retryAfter: counted.failure.retryAfter });
  }
  return { ok: true, value: null };
}

/** Counts an attempt on an account, whether the account exists or not. */
export async function limitSubject(
  auth: AuthContext,
  name: LimitName,
  subject: string,
): Promise<Result<null, AuthFailure>> {
  const counted = await auth.rateLimit.consume(toRule(auth, name), subject);
  return counted.ok ? counted : fail('rate-limited', { retryAfter: counted.failure.retryAfter });
}

const PASSWORD_LIMITS = ['passwordByAccount', 'passwordByDay'] as const;

/** Counts an attempt with a password. A patient attacker needs the daily limit. */
export async function limitPassword(auth: AuthContext, subject: string): Promise<Result<null, AuthFailure>> {
  for (const name of PASSWORD_LIMITS) {
    const limited = await limitSubject(auth, name, subject);
    if (!limited.ok) return limited;
  }
  return { ok: true, value: null };
}

/** Resets the limits after a correct password. */
export async function resetPasswordLimit(auth: AuthContext, subject: string): Promise<void> {
  for (const name of PASSWORD_LIMITS) await resetLimit(auth, name, subject);
}

/** Resets a limit, for example after a correct password. */
export function resetLimit(auth: AuthContext, name: LimitName, subject: string): Promise<void> {
  return auth.rateLimit.reset(toRule(auth, name), subject);
}

/**
 * Counts a request for an email by its kind and recipient, and by its recipient and day, and checks the hourly total of this
 * server. Does not look up the account, so that neither the response nor its duration reveals anything. `countEmail` counts
 * toward the total when the email is sent.
 */
export async function limitEmail(auth: AuthContext, kind: string, email: string): Promise<Result<null, AuthFailure>> {
  const { mailInterval, mailsPerHour } = auth.settings;
  const limited = await limitMessage(auth, 'mail-too-soon', [
    { rule: toInterval(`mail-${kind}`, mailInterval), subject: email },
    { rule: { name: 'mail-day', limit: MAILS_PER_RECIPIENT, windowSeconds: DAY }, subject: email },
  ]);
  if (!limited.ok) return limited;
  const total = await auth.rateLimit.check(toTotal('mails', mailsPerHour), '');
  return total.ok ? total : refuseMessage('mail-too-soon', total.failure.retryAfter);
}

/** The maximum number of emails to one address per day, over all kinds. */
const MAILS_PER_RECIPIENT = 20;

/**
 * Counts an email that is about to be sent toward an hourly total, which prevents many accounts together from turning this
 * server into a spam sender. Emails to unconfirmed addresses have a separate total, half as high, so that they
 * never use up the emails of owners who recover their accounts.
 */
export function countEmail(auth: AuthContext, isConfirmed: boolean): Promise<Result<null, AuthFailure>> {
  const { mailsPerHour } = auth.settings;
  const rule = isConfirmed ? toTotal('mails', mailsPerHour) : toTotal('mails-unknown', Math.ceil(mailsPerHour / 2));
  return limitMessage(auth, 'mail-too-soon', [{ rule, subject: '' }]);
}

/** A limit and the subject that it is counted by. */
export type Count = { readonly rule: RateRule; readonly subject: string };

/** Counts a message by each limit in order, until one of them is exceeded. The limits after that one count nothing. */
export async function limitMessage(
  auth: AuthContext,
  refusal: 'mail-too-soon' | 'text-too-soon',
  counts: readonly Count[],
): Promise<Result<null, AuthFailure>> {
  for (const { rule, subject } of counts) {
    const counted = await auth.rateLimit.consume(rule, subject);
    if (counted.ok) continue;
    return refuseMessage(refusal, counted.failure.retryAfter);
  }
  return { ok: true, value: null };
}

function refuseMessage(refusal: 'mail-too-soon' | 'text-too-soon', retryAfter: number): Result<never, AuthFailure> {
  const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
  return fail(refusal, { message, retryAfter });
}

/** A limit of one message in the given number of seconds. */
export const toInterval = (name: string, seconds: number): RateRule => ({
  name,
  limit: seconds === 0 ? 0 : 1,
  windowSeconds: seconds,
});

/** A limit for all messages of this server in an hour. */
export const toTotal = (name: string, limit: number): RateRule => ({ name, limit, windowSeconds: HOUR });

export function toRule({ settings }: AuthContext, name: LimitName): RateRule {
  return { name, limit: settings.rateLimits[name], windowSeconds: windows[name] };
}
