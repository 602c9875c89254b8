/** The words of every message that the server sends, unless an operator has others. */
import type { LetterKind } from './mail.ts';

/** Words with placeholders, such as `{{link}}`. */
export type MailTemplate = {
  readonly subject: string;
  readonly text: string;
  /** null: the message has only text. */
  readonly html: string | null;
};

export type MailTemplates = Readonly<Record<LetterKind, MailTemplate>>;

/** What may stand between the braces. */
type Placeholder = 'link' | 'site' | 'email' | 'new_email' | 'event' | 'code';

/** What a template of a kind may name, and what it must: without that its reader could do nothing. */
export type TemplateRules = { readonly allowed: readonly Placeholder[]; readonly needed: Placeholder | null };

export const templateRules: Readonly<Record<LetterKind, TemplateRules>> = {
  recovery: { allowed: ['link', 'site', 'email'], needed: 'link' },
  signup: { allowed: ['link', 'site', 'email'], needed: 'link' },
  'email-change': { allowed: ['link', 'site', 'email', 'new_email'], needed: 'link' },
  'email-change-present': { allowed: ['link', 'site', 'email', 'new_email'], needed: 'link' },
  'email-changed': { allowed: ['link', 'site', 'email', 'new_email'], needed: null },
  'password-changed': { allowed: ['link', 'site', 'email'], needed: null },
  security: { allowed: ['link', 'site', 'email', 'event'], needed: 'event' },
  reauthentication: { allowed: ['code', 'site', 'email'], needed: 'code' },
};

type Sentences = {
  readonly subject: string;
  readonly before: string;
  /** What stands by itself in the middle. */
  readonly middle: 'link' | 'code';
  /** What the link says where markup can hide its address. */
  readonly action: string;
  readonly after: string;
};

const ONCE = 'The link works once and for a limited time.';

const sentences: Readonly<Record<LetterKind, Sentences>> = {
  recovery: {
    subject: 'Choose a new password',
    before:
      'Somebody, probably you, asked for a new password for your account at {{site}}. Open this link to choose one:',
    middle: 'link',
    action: 'Choose a new password',
    after: `${ONCE} If it was not you, do nothing: your password stays as it is.`,
  },
  signup: {
    subject: 'Confirm your address',
    before: 'Somebody, probably you, opened an account at {{site}} with this address. Open this link to confirm it:',
    middle: 'link',
    action: 'Confirm this address',
    after: `${ONCE} If it was not you, do nothing.`,
  },
  'email-change': {
    subject: 'Confirm your new address',
    before:
      'Somebody, probably you, wants to use this address for an account at {{site}}. Open this link to confirm it:',
    middle: 'link',
    action: 'Confirm this address',
    after: `${ONCE} If it was not you, do nothing.`,
  },
  'email-change-present': {
    subject: 'Confirm the change of your address',
    before:
      'Somebody, probably you, wants to change the address of your account at {{site}} from {{email}} to {{new_email}}. Open this link to agree:',
    middle: 'link',
    action: 'Change my address',
    after: `${ONCE} If it was not you, do not open it, and choose a new password: somebody else is signed in to your account.`,
  },
  'email-changed': {
    subject: 'Your address was changed',
    before:
      'Your account at {{site}} is now known by {{new_email}}, and no longer by {{email}}. If it was you, there is nothing to do. If it was not, tell whoever keeps this site:',
    middle: 'link',
    action: 'Open the site',
    after: 'Nobody needs to answer this message.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    before:
      'The password of your account at {{site}} was changed. If it was you, there is nothing to do. If it was not, ask for a new one at once:',
    middle: 'link',
    action: 'Open the site',
    after: 'Nobody needs to answer this message.',
  },
  security: {
    subject: 'The ways into your account were changed',
    before:
      '{{event}} It is the account at {{site}} of {{email}}. If it was you, there is nothing to do. If it was not, choose a new password at once, log out everywhere, and look at what your account says about signing in:',
    middle: 'link',
    action: 'Open the site',
    after: 'Nobody needs to answer this message.',
  },
  reauthentication: {
    subject: 'Your code',
    before: 'Type this code to confirm that it is you who changes the account at {{site}}:',
    middle: 'code',
    action: '',
    after:
      'The code works once and for ten minutes. If it was not you, tell it to nobody, and choose a new password: somebody else is signed in to your account.',
  },
};

/** Puts something together for each kind. */
export function mapKinds<Value>(make: (kind: LetterKind) => Value): Readonly<Record<LetterKind, Value>> {
  return {
    recovery: make('recovery'),
    signup: make('signup'),
    'email-change': make('email-change'),
    'email-change-present': make('email-change-present'),
    'email-changed': make('email-changed'),
    'password-changed': make('password-changed'),
    security: make('security'),
    reauthentication: make('reauthentication'),
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
