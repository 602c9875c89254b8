/** The emails that the server sends: their kinds, the built-in templates, and how a template is filled with values. */
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

/** An email with placeholders, such as `{{link}}`. */
export type MailTemplate = {
  readonly subject: string;
  readonly text: string;
  /** null for a plain-text email. */
  readonly html: string | null;
};

export type MailTemplates = Readonly<Record<EmailKind, MailTemplate>>;

/** The names allowed between the braces. */
type Placeholder = 'link' | 'site' | 'email' | 'new_email' | 'event' | 'code';

type Content = {
  readonly subject: string;
  /** The paragraph before the link or the code. */
  readonly before: string;
  /** The link text in the HTML version. */
  readonly action?: string;
  readonly after?: string;
  /** The placeholder that the reader needs in order to act. */
  readonly needed?: 'link' | 'event' | 'code';
  /** A placeholder besides those that all emails can have. */
  readonly more?: 'new_email' | 'event';
};

const ONCE = 'The link works once and expires soon.';
const DO_NOTHING = "If you made this change, you don't need to do anything.";

const contents: Readonly<Record<EmailKind, Content>> = {
  recovery: {
    needed: 'link',
    subject: 'Reset your password',
    before:
      'We received a request to reset the password of your account at {{site}}. To choose a new password, open this link:',
    action: 'Choose a new password',
    after: `${ONCE} If you didn't request it, ignore this email. Your password won't change.`,
  },
  signup: {
    needed: 'link',
    subject: 'Confirm your email address',
    before: 'To finish creating your account at {{site}}, open this link and confirm your email address:',
    action: 'Confirm email address',
    after: `${ONCE} If you didn't create an account, ignore this email.`,
  },
  invite: {
    needed: 'link',
    subject: 'Your invitation to Checklist',
    before:
      "You're invited to Checklist, a shared grocery list, at {{site}}. To accept and choose a password, open this link:",
    action: 'Accept the invitation',
    after: "The link works once and expires in 7 days. If you weren't expecting it, ignore this email.",
  },
  'email-change': {
    needed: 'link',
    more: 'new_email',
    subject: 'Confirm your new email address',
    before:
      'We received a request to use this email address for an account at {{site}}. To confirm it, open this link:',
    action: 'Confirm email address',
    after: `${ONCE} If you didn't request it, ignore this email.`,
  },
  'email-change-present': {
    needed: 'link',
    more: 'new_email',
    subject: 'Confirm your email change',
    before:
      'We received a request to change the email address of your account at {{site}} from {{email}} to {{new_email}}. To approve the change, open this link:',
    action: 'Approve the change',
    after: `${ONCE} If you didn't request it, don't open the link. Change your password right away, because someone else may have access to your account.`,
  },
  'email-changed': {
    more: 'new_email',
    subject: 'Your email address was changed',
    before: `The email address of your account at {{site}} was changed from {{email}} to {{new_email}}. ${DO_NOTHING} If you didn't, contact the people who run the site right away:`,
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: `The password of your account at {{site}} was changed. ${DO_NOTHING} If you didn't, reset your password right away:`,
  },
  'new-sign-in': {
    more: 'event',
    subject: 'New sign-in to your account',
    before: `Someone signed in to your account {{email}} at {{site}} from a new device or network. If it was you, you don't need to do anything. If it wasn't, change your password right away and log out everywhere. The account screen lists recent activity:`,
  },
  'session-reused': {
    more: 'event',
    subject: 'A device was signed out of your account',
    before: `A device was signed out of your account {{email}} at {{site}}, because an outdated copy of its sign-in was used. This can happen after a backup is restored. If you can't explain it, someone may have copied the sign-in. Change your password and log out everywhere:`,
  },
  operator: {
    needed: 'event',
    more: 'event',
    subject: 'An operator changed your account',
    before: `{{event}} This email is about your account {{email}} at {{site}}. If you didn't expect this change, contact the people who run the site:`,
  },
  security: {
    needed: 'event',
    more: 'event',
    subject: 'Your sign-in settings were changed',
    before: `{{event}} This email is about your account {{email}} at {{site}}. ${DO_NOTHING} If you didn't, change your password right away, log out everywhere, and check the sign-in methods of your account:`,
  },
  reauthentication: {
    needed: 'code',
    subject: 'Your verification code',
    before: 'To confirm the change to your account at {{site}}, enter this code:',
    after:
      "The code works once and expires in 10 minutes. Don't share it with anyone. If you didn't request it, change your password right away, because someone else may have access to your account.",
  },
  test: {
    subject: 'Test email from Checklist',
    before: 'Emails from {{site}} arrive. An operator sent this one to check the settings:',
  },
};

/** Creates one value for each kind of email. */
export function mapKinds<Value>(make: (kind: EmailKind) => Value): Readonly<Record<EmailKind, Value>> {
  // Created from every kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(emailKinds.map((kind) => [kind, make(kind)])) as Record<EmailKind, Value>;
}

/** The placeholders that the templates of a kind can have, and the one that its reader needs; null for none. */
export function readRules(kind: EmailKind): {
  readonly allowed: readonly Placeholder[];
  readonly needed: Placeholder | null;
} {
  const { needed = null, more } = contents[kind];
  return { allowed: [chooseMiddle(contents[kind]), 'site', 'email', ...(more === undefined ? [] : [more])], needed };
}

export const builtInTemplates: MailTemplates = mapKinds((kind) => toTemplate(contents[kind]));

/** The placeholder on the separate line between the two paragraphs. */
function chooseMiddle({ needed }: Content): 'link' | 'code' {
  return needed === 'code' ? 'code' : 'link';
}

function toTemplate(content: Content): MailTemplate {
  const { subject, before, action = 'Open the site', after = "You don't need to reply to this email." } = content;
  const middle = chooseMiddle(content);
  const text = `${before}\n\n{{${middle}}}\n\n${after}\n`;
  const main = middle === 'link' ? `<a href="{{link}}">${action}</a>` : '<strong>{{code}}</strong>';
  const html = `<!doctype html>
<html lang="en">
<body>
<p>${before}</p>
<p>${main}</p>
<p>${after}</p>
</body>
</html>
`;
  return { subject, text, html };
}

/** Fills a checked template. In HTML, values are escaped. */
export function writeMail({ subject, text, html }: MailTemplate, message: AccountEmail): Mail {
  const { to, link, site, email, newEmail = '', event = '', code } = message;
  const values = new Map([
    ['link', link],
    ['site', site],
    ['email', email],
    ['new_email', newEmail],
    ['event', event],
    ['code', code ?? ''],
  ]);
  return {
    to,
    subject: fill(subject, values, String),
    text: fill(text, values, String),
    html: html === null ? null : fill(html, values, escapeHtml),
    link,
    ...(code !== undefined && { code }),
  };
}

/** Replaces in one pass, so that placeholders in values are not expanded. */
function fill(template: string, values: ReadonlyMap<string, string>, escape: (value: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (braces, name: string) => escape(values.get(name) ?? braces));
}

/** Spaces inside the braces are ignored. */
export const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
