/** The three parts of the backend, put together over one database. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hono } from 'hono';
import { createAuth } from './auth/auth.ts';
import { defaultAuthSettings, NO_RATE_LIMITS } from './auth/auth-settings.ts';
import type { AuthSettings } from './auth/auth-settings.ts';
import type { Database } from './database/database.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createRealtime } from './realtime/realtime.ts';
import type { Realtime } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import type { Settings } from './settings.ts';
import { createTexter } from './text-messages/create-texter.ts';
import { createTokens } from './tokens/create-tokens.ts';
import { keepIssuer, readSecrets } from './tokens/secrets.ts';

export type Services = {
  readonly auth: Hono;
  readonly rest: Hono;
  readonly realtime: Realtime;
  /** Takes a connection that wants to become a WebSocket, where it is one of ours. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** Whether the database answers. */
  readonly isWell: () => Promise<boolean>;
  /** What the app is told at /config.json: where its backend is ('' is here), and the key that anybody may know. */
  readonly config: { readonly url: string; readonly anonKey: string };
};

type Parts = {
  readonly database: Database;
  readonly settings: Settings;
  /** Under which address people reach this server, without a slash at the end. */
  readonly siteUrl: string;
  readonly say: (line: string) => void;
  /** The network address of whoever sent a request. */
  readonly addressOf: (request: Request) => string;
};

/** Reads the secrets of the database, or makes them at its first start. */
export async function createServices({ database, settings, siteUrl, say, addressOf }: Parts): Promise<Services> {
  const secrets = await readSecrets(database.sql, settings);
  const own = `${siteUrl}/auth/v1`;
  const issuer = settings.publicUrl === null ? await keepIssuer(database.sql, own) : own;
  const now = Date.now;
  const tokens = await createTokens({
    secrets,
    issuer,
    now,
    reread: async () => (await readSecrets(database.sql, settings)).signingKeys,
  });
  const mailer = createMailer(
    {
      ...(settings.smtpUrl !== null && { smtpUrl: settings.smtpUrl }),
      from: settings.mailFrom,
      folder: join(settings.dataFolder, 'mail'),
    },
    say,
  );
  const texter = createTexter({ webhookUrl: null, webhookSecret: '' }, say);
  const authSettings = readAuthSettings(settings, siteUrl);
  const realtime = createRealtime({ database, tokens, settings: {}, clock: now });
  return {
    auth: createAuth({ database, tokens, mailer, texter, settings: authSettings, clock: { now }, addressOf }),
    rest: createRest({ database, tokens, settings: REST_SETTINGS }),
    realtime,
    upgrade(request, socket, head) {
      const isOurs = request.url?.split('?')[0] === '/realtime/v1/websocket';
      if (isOurs) realtime.upgrade(request, socket, head);
      return isOurs;
    },
    isWell: () => isWell(database),
    config: settings.backend ?? { url: '', anonKey: tokens.anonKey },
  };
}

/** A database that does not answer within this time is away. */
const PATIENCE_MS = 2000;

async function isWell({ sql }: Database): Promise<boolean> {
  const asked = sql`select 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([asked, wait(PATIENCE_MS, false, { ref: false })]);
}

const REST_SETTINGS = { schemas: ['public'], anonRole: 'anon', maxRows: 1000, maxBodyBytes: 10_000_000 };

function readAuthSettings(settings: Settings, siteUrl: string): AuthSettings {
  return {
    ...defaultAuthSettings,
    siteUrl,
    redirectUrls: settings.redirectUrls,
    autoconfirm: settings.autoconfirm,
    signupEnabled: settings.signupEnabled,
    rateLimits: settings.limitsRates ? defaultAuthSettings.rateLimits : NO_RATE_LIMITS,
  };
}
