/** The dependencies that every auth route receives. `createAuth` builds them once. */
import type { Passwords } from '#server/auth/passwords/create-passwords.ts';
import type { Sql } from '#server/database/database.ts';
import type { Mailer } from '#server/mail/mail.ts';
import type { Queues } from '#server/rate-limit/create-queues.ts';
import type { RateLimit } from '#server/rate-limit/rate-limit.ts';
import type { SmsSender } from '#server/text-messages/create-sms-sender.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import type { AuthSettings } from './auth-settings.ts';

export type AuthContext = {
  readonly sql: Sql;
  readonly tokens: Tokens;
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
  readonly settings: AuthSettings;
  readonly passwords: Passwords;
  readonly rateLimit: RateLimit;
  /** The requests of each account that run or wait in this process. */
  readonly queueByAccount: Queues;
  readonly now: () => Date;
  /** The network address of the client that sent a request. */
  readonly addressOf: (request: Request) => string;
  /** Runs work after the response was sent, so that its duration reveals nothing to the client. */
  readonly defer: (work: () => Promise<void>) => void;
};
