/** What a message is about, what becomes of it, and what sends it. */
import type { Result } from '#server/result.ts';

export type LetterKind =
  | 'recovery'
  | 'signup'
  | 'email-change'
  | 'email-change-present'
  | 'email-changed'
  | 'password-changed'
  | 'security'
  | 'reauthentication';

/** What somebody is to be told. The words come from a template. */
export type Letter = {
  readonly kind: LetterKind;
  /** One address that has been checked: it carries no header of its own. */
  readonly to: string;
  /** What the reader may open: what the message is about, or else the app. */
  readonly link: string;
  /** Where the account is: the host of the site. */
  readonly site: string;
  /** The address that the account is known by. */
  readonly email: string;
  /** The address that it is to be known by. */
  readonly newEmail?: string;
  /** What has happened, as one sentence. */
  readonly event?: string;
  /** What the reader is to type. */
  readonly code?: string;
};

/** A letter in words. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** null: there is only text. */
  readonly html: string | null;
  /** What the reader may open. */
  readonly link: string;
  /** What the reader is to type, if the message is about that. */
  readonly code?: string;
};

export type MailFailure = {
  readonly type: 'mail-not-sent';
  /** Such as ECONNREFUSED or EAUTH; never an address. */
  readonly code: string;
};

export type Mailer = {
  readonly send: (letter: Letter) => Promise<Result<null, MailFailure>>;
};
