/** The text of emails: required values and escaping. */
import { expect, test } from 'vitest';
import { type AccountEmail, builtInTemplates, mapKinds, readRules, writeMail } from './mail.ts';

/** The value of each placeholder. */
const words = {
  link: 'http://localhost/verify?token=t&type=recovery',
  code: '012345',
  event: 'A passkey was added to your account.',
  site: 'localhost',
  email: 'ann@example.org',
  new_email: 'ann@example.net',
};

const message: Omit<AccountEmail, 'kind'> = {
  to: words.email,
  email: words.email,
  newEmail: words.new_email,
  link: words.link,
  site: words.site,
  code: words.code,
  event: words.event,
};

test('[wire] every kind has a subject, the site and its required value, and no placeholder is left', () => {
  const subjects = Object.values(
    mapKinds((kind) => {
      const mail = writeMail(builtInTemplates[kind], { ...message, kind });
      const needed = words[readRules(kind).needed ?? 'link'];
      expect(mail.text).toContain(needed);
      expect(mail.text).toContain('localhost');
      expect(mail.html).toContain(needed.replaceAll('&', '&amp;'));
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/[{}]/);
      return mail.subject;
    }),
  );
  expect(new Set(subjects).size).toBe(subjects.length);
});

test('[wire] a value is escaped in HTML, and unchanged elsewhere', () => {
  const mail = writeMail(builtInTemplates.signup, { ...message, kind: 'signup', site: `<b>"&'` });
  expect(mail.text).toContain(`<b>"&'`);
  expect(mail.html).toContain('&lt;b&gt;&quot;&amp;&#39;');
  expect(mail.html).toContain('href="http://localhost/verify?token=t&amp;type=recovery"');
});

test('[wire] a value that looks like a placeholder is not replaced', () => {
  const template = { subject: '{{site}}', text: '{{ site }} {{link}}', html: null };
  const mail = writeMail(template, { ...message, kind: 'recovery', site: '{{link}}$&' });
  expect(mail.subject).toBe('{{link}}$&');
  expect(mail.text).toBe(`{{link}}$& ${message.link}`);
  expect(mail.html).toBeNull();
});
