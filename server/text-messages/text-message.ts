/** Types of text messages and of the sender. */
import type { Result } from '#server/result.ts';

export type TextMessage = {
  /** A phone number in E.164 format, including the plus sign. */
  readonly to: string;
  readonly text: string;
  readonly channel: 'sms' | 'whatsapp';
};

export type TextFailure = {
  readonly type: 'text-not-sent';
  /** Such as ECONNREFUSED or 502; never a phone number. */
  readonly code: string;
  /** Whether the message may have been delivered anyway, for example when only the response was lost. */
  readonly mayHaveGone: boolean;
};

export type SmsSender = {
  readonly send: (message: TextMessage) => Promise<Result<null, TextFailure>>;
};
