/** Sends the code of a challenge to a phone, and not too often: each message costs somebody, and may reach a stranger. */
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { RateRule } from '#server/rate-limit/rate-limit.ts';
import type { Result } from '#server/result.ts';
import type { TextMessage } from '#server/text-messages/text-message.ts';
import { deleteChallenge } from './challenges.ts';
import { writeTextCode } from './text-code.ts';

export type Recipient = {
  readonly userId: string;
  /** The digits of E.164. */
  readonly phone: string;
  /** Whether the account has shown that it has this phone. */
  readonly isProven: boolean;
  readonly channel: TextMessage['channel'];
};

/**
 * Counts a message: by the account, which may set up one number after the other; and by the number, which many accounts may
 * name, until it is proven. Its owner then waits for nobody else. Between two lies as much time as between two mails.
 */
export async function limitTexts(auth: AuthBase, recipient: Recipient): Promise<Result<null, AuthFailure>> {
  for (const { rule, subject } of listRules(auth, recipient)) {
    const taken = await auth.rateLimit.take(rule, subject);
    if (taken.ok) continue;
    const { retryAfter } = taken.failure;
    const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
    return fail('text-too-soon', { message, retryAfter });
  }
  return { ok: true, value: null };
}

/** Where it cannot be sent, nothing waits for its code, and it may be asked for again at once. */
export async function sendTextCode(
  auth: AuthBase,
  recipient: Recipient,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
): Promise<Result<null, AuthFailure>> {
  const { phone, channel } = recipient;
  const sent = await auth.texter.send({ to: `+${phone}`, text: writeTextCode(code), channel });
  if (sent.ok) return sent;
  await deleteChallenge(auth.sql, challengeId);
  for (const { rule, subject } of listRules(auth, recipient)) await auth.rateLimit.forget(rule, subject);
  return fail('text-not-sent');
}

type Count = { readonly rule: RateRule; readonly subject: string };

function listRules({ settings }: AuthBase, { userId, phone, isProven }: Recipient): readonly Count[] {
  const window = { limit: settings.mailInterval === 0 ? 0 : 1, windowSeconds: settings.mailInterval };
  return [
    { rule: { name: 'text-by-account', ...window }, subject: userId },
    ...(isProven ? [] : [{ rule: { name: 'text-by-number', ...window }, subject: phone }]),
  ];
}
