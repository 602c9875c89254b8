/** What a message is, and what sends it. */
import type { Result } from '#server/result.ts';

export type Mail = {
  /** One address that has been checked: it carries no header of its own. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the reader is to open; it stands in the text, too. */
  readonly link: string;
};

export type MailFailure = {
  readonly type: 'mail-not-sent';
  /** Such as ECONNREFUSED or EAUTH; never an address. */
  readonly code: string;
};

export type Mailer = {
  readonly send: (mail: Mail) => Promise<Result<null, MailFailure>>;
};
