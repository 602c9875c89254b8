/** Sends text messages through a webhook, or, without one, shows them to the operator. */
import { createHmac } from 'node:crypto';
import { readErrorCode } from '#server/error-code.ts';
import type { Result } from '#server/result.ts';
import type { TextFailure, TextMessage, Texter } from './text-message.ts';

export type TextSettings = {
  /** Gets each message as JSON by POST; null: messages are said to the operator. */
  readonly webhookUrl: string | null;
  /** Signs what is posted; '' signs nothing. */
  readonly webhookSecret: string;
};

const PATIENCE_MS = 10_000;

/**
 * The webhook gets `{to, text, channel}`. With a secret, the header `X-Checklist-Signature` holds `sha256=` and the HMAC of
 * the body in hexadecimal digits, so that the receiver knows who sent it. Any 2xx is a yes.
 * @param say says a line to whoever keeps the server running; null: nobody would see it
 */
export function createTexter(
  { webhookUrl, webhookSecret }: TextSettings,
  say: ((line: string) => void) | null,
): Texter {
  return {
    async send(message) {
      if (webhookUrl !== null) return post(webhookUrl, webhookSecret, message);
      if (say === null) return fail('NO_WEBHOOK', false);
      say(`${message.channel === 'sms' ? 'Text message' : 'WhatsApp message'} to ${message.to}: ${message.text}`);
      return { ok: true, value: null };
    },
  };
}

async function post(url: string, secret: string, message: TextMessage): Promise<Result<null, TextFailure>> {
  const body = JSON.stringify(message);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(secret !== '' && { 'x-checklist-signature': `sha256=${signature}` }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? { ok: true, value: null } : fail(String(answer.status), !isRefusal(answer.status));
  } catch (error) {
    // The error of a failed fetch carries the network's own as its cause.
    const code = readErrorCode(error instanceof Error && error.cause !== undefined ? error.cause : error);
    return fail(code, !NEVER_ARRIVED.has(code));
  }
}

/** The webhook did not take the message. Whatever else it answers, it may have handed it on before it went wrong. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;

/** There was no connection. */
const NEVER_ARRIVED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const fail = (code: string, mayHaveGone: boolean): Result<never, TextFailure> => ({
  ok: false,
  failure: { type: 'text-not-sent', code, mayHaveGone },
});
