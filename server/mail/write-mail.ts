/** The sentences of every message that the server sends. */
import type { Mail } from './mail.ts';

type Asked = {
  readonly to: string;
  readonly link: string;
  /** Where the account is: the host of the site. */
  readonly site: string;
};

type Sentences = {
  readonly subject: string;
  readonly before: string;
  readonly action: string;
  readonly after: string;
};

/** The message that lets whoever forgot a password choose a new one. */
export function writeRecoveryMail(asked: Asked): Mail {
  return compose(asked, {
    subject: 'Choose a new password',
    before: `Somebody, probably you, asked for a new password for your account at ${asked.site}. Open this link to choose one:`,
    action: 'Choose a new password',
    after: 'The link works once and for a limited time. If it was not you, do nothing: your password stays as it is.',
  });
}

/** The message that confirms the address of a new account. */
export function writeConfirmationMail(asked: Asked): Mail {
  return compose(asked, {
    subject: 'Confirm your address',
    before: `Somebody, probably you, opened an account at ${asked.site} with this address. Open this link to confirm it:`,
    action: 'Confirm this address',
    after: 'The link works once and for a limited time. If it was not you, do nothing.',
  });
}

function compose({ to, link }: Asked, { subject, before, action, after }: Sentences): Mail {
  const text = `${before}\n\n${link}\n\n${after}\n`;
  const html = `<!doctype html>
<html lang="en">
<body>
<p>${escapeHtml(before)}</p>
<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>
<p>${escapeHtml(after)}</p>
</body>
</html>
`;
  return { to, subject, text, html, link };
}

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
