/** The built-in email templates, and how a template is filled with the values of an email. */
import type { AccountEmail, EmailKind, Mail } from './mail.ts';

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

/** The placeholders that a template can have, and the one that its reader needs in order to act. */
export type TemplateRules = { readonly allowed: readonly Placeholder[]; readonly needed: Placeholder | null };

export const templateRules: Readonly<Record<EmailKind, TemplateRules>> = {
  recovery: { allowed: ['link', 'site', 'email'], needed: 'link' },
  signup: { allowed: ['link', 'site', 'email'], needed: 'link' },
  invite: { allowed: ['link', 'site', 'email'], needed: 'link' },
  'email-change': { allowed: ['link', 'site', 'email', 'new_email'], needed: 'link' },
  'email-change-present': { allowed: ['link', 'site', 'email', 'new_email'], needed: 'link' },
  'email-changed': { allowed: ['link', 'site', 'email', 'new_email'], needed: null },
  'password-changed': { allowed: ['link', 'site', 'email'], needed: null },
  'new-sign-in': { allowed: ['link', 'site', 'email', 'event'], needed: null },
  'session-reused': { allowed: ['link', 'site', 'email', 'event'], needed: null },
  operator: { allowed: ['link', 'site', 'email', 'event'], needed: 'event' },
  security: { allowed: ['link', 'site', 'email', 'event'], needed: 'event' },
  reauthentication: { allowed: ['code', 'site', 'email'], needed: 'code' },
  test: { allowed: ['link', 'site', 'email'], needed: null },
};

type Sentences = {
  readonly subject: string;
  readonly before: string;
  /** The placeholder on the separate line between the two paragraphs. */
  readonly middle: 'link' | 'code';
  /** The link text in the HTML version. */
  readonly action: string;
  readonly after: string;
};

const ONCE = 'The link works once and expires soon.';
const DO_NOTHING = "If you made this change, you don't need to do anything.";
const NO_REPLY = "You don't need to reply to this email.";

const sentences: Readonly<Record<EmailKind, Sentences>> = {
  recovery: {
    subject: 'Reset your password',
    before:
      'We received a request to reset the password of your account at {{site}}. To choose a new password, open this link:',
    middle: 'link',
    action: 'Choose a new password',
    after: `${ONCE} If you didn't request it, ignore this email. Your password won't change.`,
  },
  signup: {
    subject: 'Confirm your email address',
    before: 'To finish creating your account at {{site}}, open this link and confirm your email address:',
    middle: 'link',
    action: 'Confirm email address',
    after: `${ONCE} If you didn't create an account, ignore this email.`,
  },
  invite: {
    subject: 'Your invitation to Checklist',
    before:
      "You're invited to Checklist, a shared grocery list, at {{site}}. To accept and choose a password, open this link:",
    middle: 'link',
    action: 'Accept the invitation',
    after: "The link works once and expires in 7 days. If you weren't expecting it, ignore this email.",
  },
  'email-change': {
    subject: 'Confirm your new email address',
    before:
      'We received a request to use this email address for an account at {{site}}. To confirm it, open this link:',
    middle: 'link',
    action: 'Confirm email address',
    after: `${ONCE} If you didn't request it, ignore this email.`,
  },
  'email-change-present': {
    subject: 'Confirm your email change',
    before:
      'We received a request to change the email address of your account at {{site}} from {{email}} to {{new_email}}. To approve the change, open this link:',
    middle: 'link',
    action: 'Approve the change',
    after: `${ONCE} If you didn't request it, don't open the link. Change your password right away, because someone else may have access to your account.`,
  },
  'email-changed': {
    subject: 'Your email address was changed',
    before: `The email address of your account at {{site}} was changed from {{email}} to {{new_email}}. ${DO_NOTHING} If you didn't, contact the people who run the site right away:`,
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: `The password of your account at {{site}} was changed. ${DO_NOTHING} If you didn't, reset your password right away:`,
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
  'new-sign-in': {
    subject: 'New sign-in to your account',
    before: `Someone signed in to your account {{email}} at {{site}} from a new device or network. If it was you, you don't need to do anything. If it wasn't, change your password right away and log out everywhere. The account screen lists recent activity:`,
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
  'session-reused': {
    subject: 'A device was signed out of your account',
    before: `A device was signed out of your account {{email}} at {{site}}, because an outdated copy of its sign-in was used. This can happen after a backup is restored. If you can't explain it, someone may have copied the sign-in. Change your password and log out everywhere:`,
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
  operator: {
    subject: 'An operator changed your account',
    before: `{{event}} This email is about your account {{email}} at {{site}}. If you didn't expect this change, contact the people who run the site:`,
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
  security: {
    subject: 'Your sign-in settings were changed',
    before: `{{event}} This email is about your account {{email}} at {{site}}. ${DO_NOTHING} If you didn't, change your password right away, log out everywhere, and check the sign-in methods of your account:`,
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
  reauthentication: {
    subject: 'Your verification code',
    before: 'To confirm the change to your account at {{site}}, enter this code:',
    middle: 'code',
    action: '',
    after:
      "The code works once and expires in 10 minutes. Don't share it with anyone. If you didn't request it, change your password right away, because someone else may have access to your account.",
  },
  test: {
    subject: 'Test email from Checklist',
    before: 'Emails from {{site}} arrive. An operator sent this one to check the settings:',
    middle: 'link',
    action: 'Open the site',
    after: NO_REPLY,
  },
};

/** Creates one value for each kind of email. */
export function mapKinds<Value>(make: (kind: EmailKind) => Value): Readonly<Record<EmailKind, Value>> {
  return {
    recovery: make('recovery'),
    signup: make('signup'),
    invite: make('invite'),
    'email-change': make('email-change'),
    'email-change-present': make('email-change-present'),
    'email-changed': make('email-changed'),
    'password-changed': make('password-changed'),
    'new-sign-in': make('new-sign-in'),
    'session-reused': make('session-reused'),
    operator: make('operator'),
    security: make('security'),
    reauthentication: make('reauthentication'),
    test: make('test'),
  };
}

export const builtInTemplates: MailTemplates = mapKinds((kind) => toTemplate(sentences[kind]));

function toTemplate({ subject, before, middle, action, after }: Sentences): MailTemplate {
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
