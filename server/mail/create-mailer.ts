/** Sends messages by SMTP, or, without a server for that, keeps them as files and shows their links to the operator. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Mail, Mailer, MailFailure } from './mail.ts';
import { builtInTemplates } from './mail-templates.ts';
import type { MailTemplates } from './mail-templates.ts';
import { writeMail } from './write-mail.ts';

export type MailSettings = {
  /** `smtp://user:password@host:port` or `smtps://...`; without one, messages become files. */
  readonly smtpUrl?: string;
  /** Who the messages are from: `Name <address>`. */
  readonly from: string;
  /** The folder for messages that become files. */
  readonly folder: string;
  /** An operator's own words (readMailTemplates); without them, the built-in ones. */
  readonly templates?: MailTemplates;
};

/** Takes the settings, and how to say a line to whoever keeps the server running. */
export function createMailer(settings: MailSettings, say: (line: string) => void): Mailer {
  const { smtpUrl, templates = builtInTemplates } = settings;
  const deliver = smtpUrl === undefined ? createFileDelivery(settings, say) : createSmtpDelivery(settings, smtpUrl);
  return {
    async send(message): Promise<Result<null, MailFailure>> {
      try {
        await deliver(writeMail(templates[message.kind], message));
        return ok(null);
      } catch (error) {
        // The message of such an error may name the reader: only its code goes further.
        return fail({ type: 'mail-not-sent', code: readErrorCode(error) });
      }
    },
  };
}

type Deliver = (mail: Mail) => Promise<void>;

function createSmtpDelivery({ from }: MailSettings, url: string): Deliver {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const open = once(async () => {
    const { createTransport } = await loadMailLibrary();
    return createTransport({ url, pool: true, ...timeouts, ...NO_ATTACHMENTS });
  });
  return async (mail) => {
    const transport = await open();
    await transport.sendMail(toMessage(mail, from));
  };
}

function createFileDelivery({ from, folder }: MailSettings, say: (line: string) => void): Deliver {
  const open = once(async () => {
    const { createTransport } = await loadMailLibrary();
    return createTransport({ streamTransport: true, buffer: true, ...NO_ATTACHMENTS });
  });
  return async (mail) => {
    const transport = await open();
    const { message } = await transport.sendMail(toMessage(mail, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
    // Whoever reads the link may take over the account: the file is for the operator alone.
    await writeFile(join(folder, name), message, { mode: 0o600, flag: 'wx' });
    say(`${mail.subject}: ${mail.code ?? mail.link}`);
  };
}

/** Only fetched with the first message: many servers never send one, and it costs them memory. */
const loadMailLibrary = () => import('nodemailer');

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

/** Nothing in a message is ever fetched or read from the disk. */
const NO_ATTACHMENTS = { disableFileAccess: true, disableUrlAccess: true } as const;

function toMessage({ to, subject, text, html }: Mail, from: string) {
  // As an object, the address is one address whatever it contains.
  const reader = { name: '', address: to };
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { from, to: reader, subject, text, ...(html !== null && { html }), headers };
}
