/** Calls the admin routes of the auth API within an operator's command, so that their rules and records are the same. */
import * as v from 'valibot';
import { createAuth } from '#server/auth/auth.ts';
import { sendAccountEmail } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { Sql } from '#server/database/database.ts';
import { createMailer } from '#server/mail/create-mailer.ts';
import type { MailFailure } from '#server/mail/mail.ts';
import { readMailTemplates, type TemplateFailure } from '#server/mail/read-templates.ts';
import { messages } from '#server/messages.ts';
import { createDeferredWork } from '#server/process/process.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { readAuthSettings, readMailSettings, resolveSiteUrl } from '#server/service-settings.ts';
import type { Settings } from '#server/settings/read-settings.ts';
import { createTokens } from '#server/tokens/create-tokens.ts';
import { readSecrets } from '#server/tokens/secrets.ts';
import type { AdminFailure } from '#server/failures.ts';

export type Admin = {
  /** Sends a request, such as `POST /invite`, with the service key. Returns the link of the answer, if it has one. */
  readonly call: (line: string, body?: object) => Promise<Result<string, AdminFailure>>;
  readonly email: (message: Parameters<typeof sendAccountEmail>[1]) => void;
  /**
   * Waits until the emails of all calls are sent.
   * @returns what to print: if emails become files, the folder and the links in them
   */
  readonly finish: () => Promise<Result<readonly string[], AdminFailure>>;
  /** Seconds. */
  readonly linkLifetime: number;
};

type AdminParts = { readonly sql: Sql; readonly settings: Settings };

export async function createAdmin({ sql, settings: given }: AdminParts): Promise<Result<Admin, TemplateFailure>> {
  const { siteUrl, settings } = resolveSiteUrl(given, given.port);
  const authSettings = readAuthSettings(settings, siteUrl);
  const templates = settings.mailTemplates === null ? ok(null) : await readMailTemplates(settings.mailTemplates);
  if (!templates.ok) return templates;
  const mail = createMail({ settings: authSettings, mailSettings: readMailSettings(settings, templates.value) });
  const secrets = await readSecrets(sql, settings);
  const tokens = await createTokens({ secrets, issuer: `${siteUrl}/auth/v1`, now: Date.now });
  const app = createAuth({
    sql,
    tokens,
    mailer: mail.mailer,
    // No admin route sends text messages.
    smsSender: { send: () => Promise.resolve(ok(null)) },
    settings: authSettings,
    clock: { now: Date.now },
    addressOf: () => '',
    defer: mail.defer,
  });
  return ok({
    email: mail.email,
    finish: mail.finish,
    linkLifetime: authSettings.oneTimeTokenLifetime,
    async call(line, body) {
      const [method = '', path = ''] = line.split(' ');
      const headers = { authorization: `Bearer ${secrets.secretKey}`, 'x-supabase-api-version': '2024-01-01' };
      const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await app.request(path, request);
      const { message, action_link } = v.parse(answerSchema, await answer.json());
      return answer.ok ? ok(action_link) : fail({ type: 'admin-refused', message: message.replace(/\.$/u, '') });
    },
  });
}

const answerSchema = v.looseObject({
  message: v.optional(v.string(), ''),
  action_link: v.optional(v.string(), ''),
});

type MailParts = Pick<AuthContext, 'settings'> & { readonly mailSettings: ReturnType<typeof readMailSettings> };

/** Sends emails without the server's retries, because the operator waits, and keeps the first failure. */
function createMail({ settings, mailSettings }: MailParts) {
  const lines: string[] = [];
  const failures: MailFailure[] = [];
  const inner = createMailer({ ...mailSettings, isBrief: true }, (line) =>
    lines.push(messages.mailSaved(mailSettings.folder), line),
  );
  const mailer: AuthContext['mailer'] = {
    async send(message) {
      const sent = await inner.send(message);
      if (!sent.ok) failures.push(sent.failure);
      return sent;
    },
  };
  const work = createDeferredWork();
  let unfinished = 0;
  const defer = (send: () => Promise<void>): void => {
    unfinished += 1;
    work.defer(async () => {
      await send();
      unfinished -= 1;
    });
  };
  return {
    mailer,
    defer,
    email: (message: Parameters<typeof sendAccountEmail>[1]) =>
      defer(() => sendAccountEmail({ mailer, settings }, message)),
    finish: async (): Promise<Result<readonly string[], AdminFailure>> => {
      await work.finish(MAIL_TIMEOUT_MS);
      const [failure = unfinished > 0 ? tooSlow(mailSettings) : undefined] = failures;
      return failure === undefined ? ok(lines) : fail(failure);
    },
  };
}

/** The mail server has not accepted the email yet, or a bug ended the work. */
const tooSlow = ({ smtpUrl = '' }: ReturnType<typeof readMailSettings>): MailFailure => ({
  type: 'mail-not-sent',
  code: 'ETIMEDOUT',
  host: URL.parse(smtpUrl)?.host ?? null,
  mayPass: true,
});

/** Longer than the timeouts of the connection to a mail server. */
const MAIL_TIMEOUT_MS = 60_000;
