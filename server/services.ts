/** The three parts of the backend, put together over one database. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { writeAppConfig } from './app-config.ts';
import type { AppConfig } from './app-config.ts';
import { createAuth } from './auth/auth.ts';
import { defaultAuthSettings, NO_RATE_LIMITS } from './auth/context/auth-settings.ts';
import type { AuthSettings } from './auth/context/auth-settings.ts';
import type { Database } from './database/database.ts';
import { createDeferredWork } from './process/deferred-work.ts';
import { watchMailer, watchSmsSender } from './log/watch.ts';
import type { Watch } from './log/watch.ts';
import { createMailer } from './mail/create-mailer.ts';
import type { MailTemplates } from './mail/mail-templates.ts';
import { askDatabase, isWell } from './metrics/database-health.ts';
import type { Sources } from './metrics/meter.ts';
import { createRealtime } from './realtime/realtime.ts';
import type { Realtime } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import type { Settings } from './settings/settings.ts';
import { createSmsSender } from './text-messages/create-sms-sender.ts';
import { createTokens } from './tokens/create-tokens.ts';
import { keepIssuer, readSecrets } from './tokens/secrets.ts';
import type { Tokens } from './tokens/tokens.ts';
import type { AddressOf } from './http/client-address.ts';

export type Services = {
  readonly auth: Hono;
  readonly rest: Hono;
  readonly realtime: Realtime;
  /** Takes a connection that wants to become a WebSocket, where it is one of ours. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** Whether the database answers. */
  readonly isWell: () => Promise<boolean>;
  readonly config: AppConfig;
  /** What the metrics ask. */
  readonly sources: Sources;
  /** Waits for what goes on after its answer was given, such as mails; to be called before the database is closed. */
  readonly finish: () => Promise<void>;
};

export type ServiceParts = {
  readonly database: Database;
  readonly settings: Settings;
  /** An operator's own words for mails; null: the built-in ones. */
  readonly templates: MailTemplates | null;
  /** Under which address people reach this server, without a slash at the end. */
  readonly siteUrl: string;
  /** Says a line to whoever watches the console; it may hold a link or a code that lets somebody in. */
  readonly say: (line: string) => void;
  readonly watch: Watch;
  /** The network address of whoever sent a request. */
  readonly addressOf: AddressOf;
};

/** Reads the secrets of the database, or makes them at its first start. */
export async function createServices(parts: ServiceParts): Promise<Services> {
  const { database, settings, siteUrl, addressOf } = parts;
  const tokens = await readTokens(parts);
  const clock = { now: Date.now };
  const realtime = createRealtime({ database, tokens, settings: {}, clock: clock.now, addressOf });
  const { defer, finish } = createDeferredWork();
  return {
    auth: createAuth({
      ...createOutgoing(parts),
      database,
      tokens,
      settings: readAuthSettings(settings, siteUrl),
      clock,
      addressOf,
      defer,
    }),
    rest: createRest({ database, tokens, settings: readRestSettings(settings) }),
    realtime,
    upgrade(request, socket, head) {
      const isOurs = request.url?.split('?')[0] === '/realtime/v1/websocket';
      if (isOurs) realtime.upgrade(request, socket, head);
      return isOurs;
    },
    isWell: () => isWell(database.sql),
    config: writeAppConfig(settings, tokens.anonKey),
    sources: { realtime: realtime.count, database: () => askDatabase(database.sql) },
    finish: () => finish(FAREWELL_MS),
  };
}

/** Longer than a mail server usually takes; what is not handed over by then can be asked for again. */
const FAREWELL_MS = 10_000;

async function readTokens({ database, settings, siteUrl }: ServiceParts): Promise<Tokens> {
  const secrets = await readSecrets(database.sql, settings);
  const own = `${siteUrl}/auth/v1`;
  const issuer = settings.publicUrl === null ? await keepIssuer(database.sql, own) : own;
  const reread = async () => (await readSecrets(database.sql, settings)).signingKeys;
  return createTokens({ secrets, issuer, now: Date.now, reread });
}

function createOutgoing({ settings, templates, say, watch }: ServiceParts) {
  const { smtpUrl, mailFrom, dataFolder, textWebhook } = settings;
  const mailSettings = {
    ...(smtpUrl !== null && { smtpUrl }),
    ...(templates !== null && { templates }),
    from: mailFrom,
    folder: join(dataFolder, 'mail'),
  };
  const textSettings = { webhookUrl: textWebhook?.url ?? null, webhookSecret: textWebhook?.secret ?? '' };
  return {
    mailer: watchMailer(createMailer(mailSettings, say), watch),
    smsSender: watchSmsSender(createSmsSender(textSettings, settings.log.format === 'text' ? say : null), watch),
  };
}

function readRestSettings({ schemas, maxRows }: Settings) {
  return { schemas, anonRole: 'anon', maxRows, maxBodyBytes: 10_000_000 };
}

function readAuthSettings({ accounts, captcha, redirectUrls }: Settings, siteUrl: string): AuthSettings {
  const { totp, phone, limitsRates, ...same } = accounts;
  return {
    ...defaultAuthSettings,
    ...same,
    siteUrl,
    redirectUrls,
    rateLimits: limitsRates ? defaultAuthSettings.rateLimits : NO_RATE_LIMITS,
    captcha: captcha && { provider: captcha.provider, secret: captcha.secret },
    factors: { ...defaultAuthSettings.factors, totp, phone },
  };
}
