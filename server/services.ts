/** Creates the three parts of the backend (auth, REST, realtime) on one database. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { readAuthSettings, readMailSettings, writeAppConfig, type AppConfig } from './service-settings.ts';
import { createAuth } from './auth/auth.ts';
import { trackAccessUse } from './auth/sessions/refresh-tokens.ts';
import type { Database } from './database/database.ts';
import { createDeferredWork } from '#server/process/process.ts';
import { watchMailer, watchSmsSender, type Watch } from '#server/metrics/watch.ts';
import { createMailer, retryMail } from '#server/mail/create-mailer.ts';
import type { MailTemplates } from './mail/mail.ts';
import { readSchema } from '#server/database/migrate.ts';
import { measureDatabase, noteWrite, watchDatabase } from '#server/metrics/watch-database.ts';
import type { Problems } from './log/problems.ts';
import type { Sources } from '#server/metrics/meter.ts';
import { createRealtime, type Realtime } from '#server/realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import type { Settings } from './settings/read-settings.ts';
import { createSmsSender } from '#server/text-messages/create-sms-sender.ts';
import { createLiveTokens, type Tokens } from './tokens/create-tokens.ts';
import { keepIssuer } from './tokens/secrets.ts';
import type { AddressOf } from '#server/http/client-address.ts';

export type Services = {
  readonly auth: Hono;
  readonly rest: Hono;
  readonly realtime: Realtime;
  /** Handles a WebSocket upgrade. Returns false for a path other than realtime's. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** Whether the database responds. */
  readonly isHealthy: () => Promise<boolean>;
  /** The name of the newest migration, such as `0008_amounts`. */
  readonly schema: string;
  readonly config: AppConfig;
  /** The sources of the metrics. */
  readonly sources: Sources;
  /** Waits for work that continues after its response, such as sending emails. Call it before closing the database. */
  readonly finish: () => Promise<void>;
};

export type ServiceParts = {
  readonly database: Database;
  readonly settings: Settings;
  /** The operator's email templates; null for the built-in ones. */
  readonly templates: MailTemplates | null;
  /** The public URL of this server, without a slash at the end. */
  readonly siteUrl: string;
  /** Prints a line on the operator's console. It may contain a sign-in link or code. */
  readonly print: (line: string) => void;
  readonly watch: Watch;
  readonly problems: Problems;
  /** Returns the network address of a request. */
  readonly addressOf: AddressOf;
};

/** Creates the services. Reads the secrets from the database, or creates them at its first start. */
export async function createServices(parts: ServiceParts): Promise<Services> {
  const { database, settings, siteUrl, addressOf, problems } = parts;
  const tokens = await readTokens(parts, () => realtime.disconnectAll());
  const clock = { now: Date.now };
  const realtime = createRealtime({ database, tokens, settings: {}, clock: clock.now, addressOf });
  const { defer, finish } = createDeferredWork();
  const dataFolder = settings.databaseUrl === null ? settings.dataFolder : null;
  const health = watchDatabase({ sql: database.sql, dataFolder, problems });
  const onWrite = (code: string | null): void => noteWrite(problems, code);
  return {
    auth: createAuth({
      ...createSenders(parts),
      sql: database.sql,
      tokens,
      settings: readAuthSettings(settings, siteUrl),
      clock,
      addressOf,
      defer,
    }),
    rest: createRest({ database, tokens, settings: readRestSettings(settings), addressOf, onWrite }),
    realtime,
    upgrade(request, socket, head) {
      const isRealtime = request.url?.split('?')[0] === '/realtime/v1/websocket';
      if (isRealtime) realtime.upgrade(request, socket, head);
      return isRealtime;
    },
    isHealthy: health.check,
    schema: await readSchema(database.sql),
    config: writeAppConfig(settings, tokens),
    sources: {
      realtime: realtime.count,
      database: () => measureDatabase(database.sql),
      problems: problems.list,
    },
    async finish() {
      health.stop();
      await finish(FINISH_TIMEOUT_MS);
    },
  };
}

/** Longer than mail servers usually take. Users can request an unsent email again. */
const FINISH_TIMEOUT_MS = 10_000;

async function readTokens({ database, settings, siteUrl }: ServiceParts, onRevoke: () => void): Promise<Tokens> {
  const { sql } = database;
  const ownIssuer = `${siteUrl}/auth/v1`;
  const issuer = settings.publicUrl === null ? await keepIssuer(sql, ownIssuer) : ownIssuer;
  const onUse = trackAccessUse(sql, Date.now);
  return createLiveTokens({ sql, own: settings, issuer, now: Date.now, onRevoke, onUse });
}

function createSenders({ settings, templates, print, watch }: ServiceParts) {
  const { textWebhook } = settings;
  const textSettings = { webhookUrl: textWebhook?.url ?? null, webhookSecret: textWebhook?.secret ?? '' };
  return {
    mailer: retryMail(watchMailer(createMailer(readMailSettings(settings, templates), print), watch)),
    smsSender: watchSmsSender(createSmsSender(textSettings, settings.log.format === 'text' ? print : null), watch),
  };
}

function readRestSettings({ schemas, maxRows, poolSize }: Settings) {
  return { schemas, anonRole: 'anon', maxRows, connections: poolSize, maxBodyBytes: 2 * 1024 * 1024 };
}
