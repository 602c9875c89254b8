/** Puts a message into the words of its template. */
import type { AccountEmail, Mail } from './mail.ts';
import type { MailTemplate } from './mail-templates.ts';

/** Takes a template that was checked. Values that go into markup are escaped: what they say is text wherever they stand. */
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

/** In one pass: a value that looks like a placeholder stays what it is. */
function fill(template: string, values: ReadonlyMap<string, string>, escape: (value: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (braces, name: string) => escape(values.get(name) ?? braces));
}

/** Blanks inside the braces do not matter. */
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
