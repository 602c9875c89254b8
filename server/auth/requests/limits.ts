/** Rate limits of the auth API: what is counted, by which subject and in which window. */
import type { ISql } from 'postgres';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { limits, type LimitName } from '#server/auth/context/auth-settings.ts';
import { groupAddress, listAddressTiers } from '#server/http/client-address.ts';
import type { RateRule } from '#server/rate-limit/rate-limit.ts';
import { fail, refuse, runSteps, type Checks, type Steps } from './steps.ts';

/** Counts a request by its network address: an IPv6 address by three networks (`listAddressTiers`). */
export async function* limitAddress(auth: AuthContext, address: string, name: LimitName): Steps<void> {
  const rule = toRule(auth, name);
  for (const { key, factor } of listAddressTiers(address)) {
    const counted = await auth.rateLimit.consume({ ...rule, limit: rule.limit * factor }, key);
    if (!counted.ok) yield* fail('rate-limited', { retryAfter: counted.failure.retryAfter });
  }
}

/** Counts an attempt on an account, whether the account exists or not. */
export async function* limitSubject(auth: AuthContext, name: LimitName, subject: string): Steps<void> {
  const counted = await auth.rateLimit.consume(toRule(auth, name), subject);
  if (!counted.ok) yield* fail('rate-limited', { retryAfter: counted.failure.retryAfter });
}

/**
 * How many of the server's own ten connections one account may use. All requests for an account whose row is locked, for example while it is deleted, wait for
 * it, and must leave some to other accounts.
 */
const ACCOUNT_QUEUE = { concurrent: 3, waiting: 20, size: 0 };

/** Runs an account's work when fewer than the limit are running in this process. Without an account, it runs at once. */
export async function* queueByAccount<Value>(
  auth: AuthContext,
  userId: string | undefined,
  work: () => Steps<Value>,
): Steps<Value> {
  if (userId === undefined) return yield* work();
  const done = await auth.queueByAccount.run({ key: userId, size: 0 }, ACCOUNT_QUEUE, () => runSteps(work()));
  if (done === null) return yield* fail('account-busy');
  return done.ok ? done.value : yield* refuse(done.failure);
}

const PASSWORD_LIMITS = ['passwordByAccount', 'passwordByDay'] as const;

/** Counts an attempt with a password. A patient attacker needs the daily limit. */
export async function* limitPassword(auth: AuthContext, subject: string): Steps<void> {
  for (const name of PASSWORD_LIMITS) yield* limitSubject(auth, name, subject);
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
export async function* limitEmail(auth: AuthContext, kind: string, email: string): Steps<void> {
  yield* limitInterval(auth, kind, email);
  const name = ONLY_SIGNED_IN.has(kind) ? 'mail-day-signed-in' : 'mail-day';
  const inDay = { name, limit: MAILS_PER_RECIPIENT, windowSeconds: 24 * HOUR };
  yield* limitMessage(auth, 'mail-too-soon', [{ rule: inDay, subject: email }]);
  const total = await auth.rateLimit.check(toTotal('mails', auth.settings.mailsPerHour), '');
  if (!total.ok) yield* refuseMessage('mail-too-soon', total.failure.retryAfter);
}

/** Counts an email or a request for one by its kind and recipient only. */
export function limitInterval(auth: AuthContext, kind: string, email: string): Steps<void> {
  const rule = toInterval(`mail-${kind}`, auth.settings.mailInterval);
  return limitMessage(auth, 'mail-too-soon', [{ rule, subject: email }]);
}

const HOUR = 3600;

/** The maximum number of emails to one address per day, over all kinds that anyone can request, and over all others. */
const MAILS_PER_RECIPIENT = 20;

/** Strangers must not use up the emails with which signed-in users confirm their changes. */
const ONLY_SIGNED_IN: ReadonlySet<string> = new Set(['email_change', 'reauthentication']);

/**
 * Counts an email that is about to be sent toward an hourly total, which prevents many accounts together from turning this
 * server into a spam sender. Emails to unconfirmed addresses have a separate total, half as high, so that they
 * never use up the emails of owners who recover their accounts.
 */
export function countEmail(auth: AuthContext, isConfirmed: boolean): Steps<void> {
  const { mailsPerHour } = auth.settings;
  const rule = isConfirmed ? toTotal('mails', mailsPerHour) : toTotal('mails-unknown', Math.ceil(mailsPerHour / 2));
  return limitMessage(auth, 'mail-too-soon', [{ rule, subject: '' }]);
}

/**
 * Counts an email about an event of an account by its recipient, kind and day, apart from the emails that anyone can request: so neither
 * strangers nor a thief who signs in again and again can use up the email that reports a changed password. If the address is unproven, the
 * email also counts toward the total of those to unconfirmed addresses, because a stranger may have signed up with it.
 */
export function limitEventEmail(auth: AuthContext, { email, kind, isProven }: CountedEvent): Steps<void> {
  const byDay = { name: 'event-mail-day', limit: MAILS_PER_RECIPIENT, windowSeconds: 24 * HOUR };
  const inAll = { rule: toTotal('mails-unknown', Math.ceil(auth.settings.mailsPerHour / 2)), subject: '' };
  return limitMessage(auth, 'mail-too-soon', [
    { rule: byDay, subject: `${kind} ${email}` },
    ...(isProven ? [] : [inAll]),
  ]);
}

type CountedEvent = { readonly email: string; readonly kind: string; readonly isProven: boolean };

/** A limit and the subject that it is counted by. */
export type Count = { readonly rule: RateRule; readonly subject: string };

/** Counts a message by each limit in order, until one of them is exceeded. The limits after that one count nothing. */
export async function* limitMessage(
  auth: AuthContext,
  refusal: 'mail-too-soon' | 'text-too-soon',
  counts: readonly Count[],
): Steps<void> {
  for (const { rule, subject } of counts) {
    const counted = await auth.rateLimit.consume(rule, subject);
    if (!counted.ok) yield* refuseMessage(refusal, counted.failure.retryAfter);
  }
}

function refuseMessage(refusal: 'mail-too-soon' | 'text-too-soon', retryAfter: number): Checks<never> {
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

export function toRule({ settings: { rateLimits } }: AuthContext, name: LimitName): RateRule {
  const [attempts, windowSeconds] = limits[name];
  return { name, limit: rateLimits === 'default' ? attempts : (rateLimits[name] ?? 0), windowSeconds };
}

/**
 * Chooses the subject that wrong passwords are counted by: the account, or the account and this network if one of its
 * sessions was opened or last refreshed there (OWASP calls the idea device cookies). An attacker on another network
 * uses up only their own attempts.
 */
export async function choosePasswordSubject(sql: ISql, email: string, address: string): Promise<string> {
  const network = groupAddress(address);
  // Unknown addresses run the same query, so that the duration does not reveal whether an account exists.
  const known = await sql<Addresses>`
    select distinct s.ip from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  // JSON prevents an address from imitating the combination of another address and a network.
  return JSON.stringify(includesNetwork(known, network) ? [email, network] : [email]);
}

/**
 * Chooses the subject that second-factor codes and their text messages are counted by: the account, or the account and
 * this network if a second factor was verified there. An attacker who knows only the password never gets that far.
 * Answered challenges are kept after a sign-out for this purpose.
 */
export async function chooseFactorSubject(sql: ISql, userId: string, address: string): Promise<string> {
  const network = groupAddress(address);
  const known = await sql<Addresses>`
    select ip from auth.sessions where user_id = ${userId} and aal = 'aal2'
    union
    select c.ip_address from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
    where f.user_id = ${userId} and c.verified_at is not null`;
  return includesNetwork(known, network) ? `${userId} from ${network}` : userId;
}

type Addresses = { readonly ip: string | null }[];

const includesNetwork = (addresses: Addresses, network: string): boolean =>
  addresses.some(({ ip }) => ip !== null && ip !== '' && groupAddress(ip) === network);
