/** The emails that the server sends, and how they are written. */
import type { Result } from '#server/result.ts';

/** The kinds of emails. `test` shows an operator that emails arrive. */
export const emailKinds = [
  'recovery',
  'signup',
  'invite',
  'email-change',
  'email-change-present',
  'email-changed',
  'password-changed',
  'new-sign-in',
  'session-reused',
  'operator',
  'security',
  'reauthentication',
  'test',
] as const;

export type EmailKind = (typeof emailKinds)[number];

/** The occasion of an email and its values. The text comes from a template. */
export type AccountEmail = {
  readonly kind: EmailKind;
  /** One validated address, which cannot inject a header. */
  readonly to: string;
  /** The link to open. Emails that only inform link to the app. */
  readonly link: string;
  /** The host of the site that keeps the account. */
  readonly site: string;
  /** The account's current address. */
  readonly email: string;
  /** The address that replaces it. */
  readonly newEmail?: string;
  /** One sentence about the change. */
  readonly event?: string;
  /** The code to enter. */
  readonly code?: string;
};

/** An email that is ready to send. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** null for a plain-text email. */
  readonly html: string | null;
  /** The link in the email. */
  readonly link: string;
  /** The code in the email, if it has one. */
  readonly code?: string;
};

export type MailFailure = {
  readonly type: 'mail-not-sent';
  /** Such as ECONNREFUSED or EAUTH, with the reply code of the mail server if there is one, such as "EAUTH 535"; never an address. */
  readonly code: string;
  /** The mail server; null if emails become files. */
  readonly host: string | null;
  /** Whether another attempt may succeed: the mail server could not be reached, or refused for now (RFC 5321, section 4.2.1). */
  readonly mayPass: boolean;
};

export type Mailer = {
  readonly send: (message: AccountEmail) => Promise<Result<null, MailFailure>>;
};
