/** Sends text messages through a webhook, or prints them. */
import { createHmac } from 'node:crypto';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

export type TextMessage = {
  /** A phone number in E.164 format, including the plus sign. */
  readonly to: string;
  readonly text: string;
  readonly channel: 'sms' | 'whatsapp';
};

type TextFailure = {
  readonly type: 'text-not-sent';
  /** Such as ECONNREFUSED or 502; never a phone number. */
  readonly code: string;
  /** Whether the message may have been delivered anyway, for example when only the response was lost. */
  readonly mayHaveGone: boolean;
};

export type SmsSender = {
  readonly send: (message: TextMessage) => Promise<Result<null, TextFailure>>;
};

export type TextSettings = {
  /** Receives each message as JSON by POST; null prints messages on the console. */
  readonly webhookUrl: string | null;
  /** Signs the body; '' for no signature. */
  readonly webhookSecret: string;
};

const TIMEOUT_MS = 10_000;

/**
 * The webhook receives `{to, text, channel}`. With a secret, the header `X-Checklist-Signature` holds `sha256=` and the HMAC of
 * the body in hexadecimal digits, so that the receiver can verify the sender. A name and password in the address are sent as basic
 * authentication (RFC 7617). Any 2xx response means success.
 * @param printLine prints a line on the operator's console; null if there is no console
 */
export function createSmsSender(
  { webhookUrl, webhookSecret }: TextSettings,
  printLine: ((line: string) => void) | null,
): SmsSender {
  return {
    async send(message) {
      if (webhookUrl !== null) return post(webhookUrl, webhookSecret, message);
      if (printLine === null) return refuse('NO_WEBHOOK', false);
      printLine(`${message.channel === 'sms' ? 'Text message' : 'WhatsApp message'} to ${message.to}: ${message.text}`);
      return ok(null);
    },
  };
}

async function post(webhook: string, secret: string, message: TextMessage): Promise<Result<null, TextFailure>> {
  const body = JSON.stringify(message);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  try {
    const { url, authorization } = splitCredentials(webhook);
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(authorization !== null && { authorization }),
        ...(secret !== '' && { 'x-checklist-signature': `sha256=${signature}` }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? ok(null) : refuse(String(answer.status), !isRefusal(answer.status));
  } catch (error) {
    // A failed fetch has the network error as its cause.
    const code = readErrorCode(error instanceof Error && error.cause !== undefined ? error.cause : error);
    return refuse(code, !NEVER_ARRIVED.has(code));
  }
}

/** The name and password of an address as a header, because `fetch` refuses such an address. */
function splitCredentials(address: string): { readonly url: URL; readonly authorization: string | null } {
  const url = new URL(address);
  const [name, password] = [url.username, url.password].map(decodeURIComponent);
  url.username = '';
  url.password = '';
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  return { url, authorization: name === '' && password === '' ? null : authorization };
}

/** The webhook rejected the message. After any other error, it may have forwarded the message before it failed. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;

/** Errors that occur before the request is sent. */
const NEVER_ARRIVED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const refuse = (code: string, mayHaveGone: boolean): Result<never, TextFailure> =>
  fail({ type: 'text-not-sent', code, mayHaveGone });
