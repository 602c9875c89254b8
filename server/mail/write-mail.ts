/** Fills a template with the values of an email. */
import type { AccountEmail, Mail } from './mail.ts';
import type { MailTemplate } from './mail-templates.ts';

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
