/** What a text message is, and what sends it. */
import type { Result } from '#server/result.ts';

export type TextMessage = {
  /** A number in the form of E.164, with its plus sign. */
  readonly to: string;
  readonly text: string;
  readonly channel: 'sms' | 'whatsapp';
};

export type TextFailure = {
  readonly type: 'text-not-sent';
  /** Such as ECONNREFUSED or 502; never a number of anybody's. */
  readonly code: string;
  /** Whether it may have reached its phone all the same, such as where only the answer did not come. */
  readonly mayHaveGone: boolean;
};

export type Texter = {
  readonly send: (message: TextMessage) => Promise<Result<null, TextFailure>>;
};
