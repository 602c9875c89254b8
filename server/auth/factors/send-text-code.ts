/** Sends the code of a challenge to a phone, and not too often: each message costs somebody, and may reach a stranger. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitMessage, toInterval, toRule, toTotal } from '#server/auth/requests/limits.ts';
import type { Count } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import type { TextMessage } from '#server/text-messages/text-message.ts';
import { deleteChallenge } from './challenges.ts';
import { writeTextCode } from './text-code.ts';

export type Recipient = {
  /** The account, or the account from a network where it is at home. */
  readonly trySubject: string;
  /** The digits of E.164. */
  readonly phone: string;
  /** Whether the account has shown that it has this phone. */
  readonly isProven: boolean;
  readonly channel: TextMessage['channel'];
};

/**
 * Counts a message: by the account, which may set up one number after the other; by the number, which many accounts may
 * name, until it is proven, so that its owner then waits for nobody else; and in all that this server sends.
 */
export function limitTexts(auth: AuthBase, recipient: Recipient): Promise<Result<null, AuthFailure>> {
  return limitMessage(auth, 'text-too-soon', [...listIntervals(auth, recipient), ...listTotals(auth, recipient)]);
}

/**
 * Where it cannot be sent, nothing waits for its code. It may be asked for again at once where surely no message went out;
 * what is counted by the day or the hour stays counted in any case.
 */
export async function sendTextCode(
  auth: AuthBase,
  recipient: Recipient,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
): Promise<Result<null, AuthFailure>> {
  const { phone, channel } = recipient;
  const sent = await auth.texter.send({ to: `+${phone}`, text: writeTextCode(code), channel });
  if (sent.ok) return sent;
  await deleteChallenge(auth.sql, challengeId);
  const freed = sent.failure.mayHaveGone ? [] : listIntervals(auth, recipient);
  for (const { rule, subject } of freed) await auth.rateLimit.forget(rule, subject);
  return fail('text-not-sent');
}

function listIntervals({ settings }: AuthBase, { trySubject, phone, isProven }: Recipient): readonly Count[] {
  const byAccount = { rule: toInterval('text-by-account', settings.textInterval), subject: trySubject };
  const byNumber = { rule: toInterval('text-by-number', settings.textInterval), subject: phone };
  return isProven ? [byAccount] : [byAccount, byNumber];
}

/** Strangers who set up phones get half of the hour's messages: the others are for those who sign in. */
function listTotals(auth: AuthBase, { trySubject, phone, isProven }: Recipient): readonly Count[] {
  const { textsPerHour } = auth.settings;
  const byAccount = { rule: toRule(auth, 'textByDay'), subject: trySubject };
  const inAll = { rule: toTotal('texts', textsPerHour), subject: '' };
  if (isProven) return [byAccount, inAll];
  const byNumber = { rule: toRule(auth, 'numberByDay'), subject: phone };
  const toStrangers = { rule: toTotal('texts-to-unproven', Math.ceil(textsPerHour / 2)), subject: '' };
  return [byAccount, byNumber, toStrangers, inAll];
}
