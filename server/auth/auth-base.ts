/** What every part of auth stands on: put together once, by createAuth. */
import type { Sql } from '#server/database/database.ts';
import type { Mailer } from '#server/mail/mail.ts';
import type { RateLimit } from '#server/rate-limit/rate-limit.ts';
import type { Texter } from '#server/text-messages/text-message.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { Passwords } from './passwords/create-passwords.ts';

export type AuthBase = {
  readonly sql: Sql;
  readonly tokens: Tokens;
  readonly mailer: Mailer;
  readonly texter: Texter;
  readonly settings: AuthSettings;
  readonly passwords: Passwords;
  readonly rateLimit: RateLimit;
  readonly now: () => Date;
  /** The network address of whoever sent this. */
  readonly addressOf: (request: Request) => string;
  /** Does work after the answer, so that the answer's time tells nothing about it. */
  readonly defer: (work: () => Promise<void>) => void;
};
