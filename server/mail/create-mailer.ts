/** Creates the mailer: SMTP, with retries, or files in a folder, which are deleted after 30 days. */
import { randomUUID } from 'node:crypto';
import { writeFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makePrivateFolder } from '#server/data-folder/data-folder.ts';
import type { Log } from '#server/log/log.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import { builtInTemplates, writeMail, type MailTemplates, type Mail, type Mailer, type MailFailure } from './mail.ts';

export type MailSettings = {
  /** `smtp://user:password@host:port` or `smtps://...`. Without it, emails become files. */
  readonly smtpUrl?: string;
  /** The sender: `Name <address>`. */
  readonly from: string;
  /** The folder for emails that become files. */
  readonly folder: string;
  /** Closes the connection after each email, so that a command can end. A server keeps connections open. */
  readonly isBrief?: boolean;
  /** The operator's templates (readMailTemplates). Defaults to the built-in ones. */
  readonly templates?: MailTemplates;
};

/**
 * Creates a mailer.
 * @param printLine prints a line on the operator's console
 */
export function createMailer(settings: MailSettings, printLine: (line: string) => void): Mailer {
  const { smtpUrl, templates = builtInTemplates } = settings;
  const deliver =
    smtpUrl === undefined ? createFileDelivery(settings, printLine) : createSmtpDelivery(settings, smtpUrl);
  return {
    async send(message): Promise<Result<null, MailFailure>> {
      try {
        await deliver(writeMail(templates[message.kind], message));
        return ok(null);
      } catch (error) {
        return fail(toFailure(error, smtpUrl));
      }
    },
  };
}

/** Connects to the mail server and signs in, as before an email, without sending one. */
export async function tryMailServer(smtpUrl: string): Promise<Result<null, MailFailure>> {
  const { createTransport } = await loadMailLibrary();
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  try {
    await transport.verify();
    return ok(null);
  } catch (error) {
    return fail(toFailure(error, smtpUrl));
  } finally {
    transport.close();
  }
}

/** In milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The message of such an error may contain the address, so only its codes are returned. */
function toFailure(error: unknown, smtpUrl: string | undefined): MailFailure {
  const code = readErrorCode(error);
  const reply = readReply(error);
  return {
    type: 'mail-not-sent',
    code: [code, reply, isSenderRefused(error) ? 'MAIL FROM' : readDenial(error)]
      .filter((part) => part !== null)
      .join(' '),
    host: URL.parse(smtpUrl ?? '')?.host ?? null,
    mayPass: smtpUrl !== undefined && isTransient(code, reply),
  };
}

/** The reply code of the mail server, which nodemailer adds. */
const readReply = (error: unknown): number | null =>
  error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null;

/** Whether the mail server refuses the sender, and so every email. */
const isSenderRefused = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && error.command === 'MAIL FROM';

/** The code of a reply that denies this server the right to send, such as a relay (RFC 3463, section 3.8), and so perhaps every email. */
const readDenial = (error: unknown): string | null =>
  error instanceof Error && 'response' in error
    ? (/^\d{3}[ -](?<code>5\.7\.\d{1,3})\b/u.exec(String(error.response))?.groups?.['code'] ?? null)
    : null;

const isTransient = (code: string, reply: number | null): boolean =>
  reply === null ? UNREACHABLE.has(code) : reply >= 400 && reply < 500;

/** Errors of the connection (nodemailer's and the system's). */
const UNREACHABLE = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'EPIPE']);

type Deliver = (mail: Mail) => Promise<void>;

function createSmtpDelivery({ from, isBrief = false }: MailSettings, url: string): Deliver {
  const open = once(async () => {
    const { createTransport } = await loadMailLibrary();
    return createTransport({ url, ...(!isBrief && { pool: true }), ...TIMEOUTS, ...NO_ATTACHMENTS });
  });
  return async (mail) => {
    const transport = await open();
    await transport.sendMail(toMessage(mail, from));
  };
}

function createFileDelivery({ from, folder }: MailSettings, printLine: (line: string) => void): Deliver {
  const open = once(async () => {
    const { createTransport } = await loadMailLibrary();
    return createTransport({ streamTransport: true, buffer: true, ...NO_ATTACHMENTS });
  });
  return async (mail) => {
    const transport = await open();
    const { message } = await transport.sendMail(toMessage(mail, from));
    await makePrivateFolder(folder);
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
    // The link gives access to the account, so only the operator may read the file.
    await writeFile(join(folder, name), message, { mode: 0o600, flag: 'wx' });
    printLine(`${mail.subject}: ${mail.code ?? mail.link}`);
  };
}

/** Loads the library with the first email, because it takes memory and many servers never send one. */
const loadMailLibrary = () => import('nodemailer');

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= open().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}

/** Nothing in a message is ever fetched or read from the disk. */
const NO_ATTACHMENTS = { disableFileAccess: true, disableUrlAccess: true } as const;

function toMessage({ to, subject, text, html }: Mail, from: string) {
  // Passed as an object, the address is a single address whatever it contains.
  const recipient = { name: '', address: to };
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { from, to: recipient, subject, text, ...(html !== null && { html }), headers };
}

/** Within five minutes: an email with a link or a code is of little use later, and its recipient can request another. */
const DELAYS_MS = [2_000, 15_000, 60_000, 240_000];

/** @param delays milliseconds before each further attempt */
export function retryMail(mailer: Mailer, delays: readonly number[] = DELAYS_MS): Mailer {
  return {
    async send(message) {
      let sent = await mailer.send(message);
      for (const delay of delays) {
        if (sent.ok || !sent.failure.mayPass) return sent;
        await wait(delay, undefined, { ref: false });
        sent = await mailer.send(message);
      }
      return sent;
    },
  };
}

const DAY_MS = 24 * 3600 * 1000;
const KEPT_DAYS = 30;

/**
 * Deletes stored emails after 30 days, because they contain links and addresses: at once, and then daily. A folder may also have some from before emails were sent by SMTP.
 * @returns stops it
 */
export function deleteOldMail(folder: string, log: Log): () => void {
  const run = (): void =>
    void deleteOldFiles(folder).catch((error: unknown) => {
      const code = readErrorCode(error);
      if (code !== 'ENOENT') log.write('warn', 'stored emails not deleted', { code });
    });
  run();
  const timer = setInterval(run, DAY_MS).unref();
  return () => clearInterval(timer);
}

/** The names start with the time. */
async function deleteOldFiles(folder: string): Promise<void> {
  const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString().replaceAll(':', '-');
  const names = await readdir(folder);
  const old = names.filter((name) => /^\d{4}-\d\d-.*\.eml$/.test(name) && name < oldest);
  for (const name of old) await rm(join(folder, name), { force: true });
}
