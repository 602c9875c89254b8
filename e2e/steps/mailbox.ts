/** Reads the emails that the test server writes as files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

export type ReceivedMail = { readonly subject: string; readonly text: string; readonly link: string };

/** The data folder of the test server, set in playwright.config.ts. */
const sharedFolder = (): string => process.env['CHECKLIST_BROWSER_TEST_DATA'] ?? '';

/** Waits for an email to this address with this subject, and opens the newest one. */
export async function openMail(to: string, subject: RegExp, dataFolder = sharedFolder()): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await expect(async () => {
    const mails = await readMails(join(dataFolder, 'mail'), to);
    found = mails.findLast((mail) => subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass({ timeout: 15_000, intervals: [100] });
  if (found === undefined) throw new Error('The mail was there a moment ago.');
  return found;
}

/** In the order of their creation, because their names start with the time. */
async function readMails(folder: string, to: string): Promise<readonly ReceivedMail[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted((a, b) => (a < b ? -1 : 1));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files.filter((file) => file.includes(`To: ${to}\r\n`)).map(readMail);
}

function readMail(file: string): ReceivedMail {
  const text = decodeQuotedPrintable(file);
  return {
    subject: /^Subject: (.*)$/mu.exec(file)?.[1]?.trim() ?? '',
    text,
    link: /https?:\/\/\S+\/auth\/v1\/verify\S+/u.exec(text)?.[0] ?? '',
  };
}

/** RFC 2045 section 6.7. Non-ASCII characters are not decoded, because no test reads them. */
const decodeQuotedPrintable = (text: string): string =>
  text
    .replaceAll(/=\r?\n/gu, '')
    .replaceAll(/=([\dA-F]{2})/gu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
