/** Creates codes for phones and sends them, with limits: each message costs money and could reach a stranger. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitMessage, toInterval, toRule, toTotal } from '#server/auth/requests/limits.ts';
import type { Count } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import type { TextMessage } from '#server/text-messages/text-message.ts';
import { deleteChallenge } from './challenges.ts';

export type Recipient = {
  /** The account, or the account on a trusted network. */
  readonly attemptSubject: string;
  /** The digits of E.164. */
  readonly phone: string;
  /** Whether the account has verified this phone. */
  readonly isProven: boolean;
  readonly channel: TextMessage['channel'];
};

/**
 * Counts a text message by account, because one account can enroll many numbers; by number until it is verified,
 * because many accounts can name it; and toward the total of this server. A verified number is not counted by number,
 * so that other accounts cannot block it.
 */
export function limitTextMessages(auth: AuthContext, recipient: Recipient): Promise<Result<null, AuthFailure>> {
  return limitMessage(auth, 'text-too-soon', [...listIntervals(auth, recipient), ...listTotals(auth, recipient)]);
}

/**
 * Sends the code. If that fails, deletes the challenge, and allows an immediate retry if the message surely was not
 * delivered. Daily and hourly counts remain.
 */
export async function sendTextCode(
  auth: AuthContext,
  recipient: Recipient,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
): Promise<Result<null, AuthFailure>> {
  const { phone, channel } = recipient;
  const sent = await auth.smsSender.send({ to: `+${phone}`, text: writeTextCode(code), channel });
  if (sent.ok) return sent;
  await deleteChallenge(auth.sql, challengeId);
  const freed = sent.failure.mayHaveGone ? [] : listIntervals(auth, recipient);
  for (const { rule, subject } of freed) await auth.rateLimit.reset(rule, subject);
  return fail('text-not-sent');
}

function listIntervals({ settings }: AuthContext, { attemptSubject, phone, isProven }: Recipient): readonly Count[] {
  const byAccount = { rule: toInterval('text-by-account', settings.textInterval), subject: attemptSubject };
  const byNumber = { rule: toInterval('text-by-number', settings.textInterval), subject: phone };
  return isProven ? [byAccount] : [byAccount, byNumber];
}

/** Unverified numbers get at most half of the hourly messages, so that users can still sign in. */
function listTotals(auth: AuthContext, { attemptSubject, phone, isProven }: Recipient): readonly Count[] {
  const { textsPerHour } = auth.settings;
  const byAccount = { rule: toRule(auth, 'textByDay'), subject: attemptSubject };
  const inAll = { rule: toTotal('texts', textsPerHour), subject: '' };
  if (isProven) return [byAccount, inAll];
  const byNumber = { rule: toRule(auth, 'numberByDay'), subject: phone };
  const toStrangers = { rule: toTotal('texts-to-unproven', Math.ceil(textsPerHour / 2)), subject: '' };
  return [byAccount, byNumber, toStrangers, inAll];
}

export const createTextCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** The text of the message. */
export const writeTextCode = (code: string): string => `${code} is your Checklist code.`;

/** Hashes the code together with its challenge, so that equal codes have different hashes. */
export function hashTextCode(challengeId: string, code: string): Buffer {
  return createHash('sha256').update(`${challengeId}:${code}`).digest();
}

export function isTextCode(challengeId: string, code: string, hash: Buffer): boolean {
  return timingSafeEqual(hashTextCode(challengeId, code), hash);
}
