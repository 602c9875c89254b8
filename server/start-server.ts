/** Starts all parts of the server in order, and stops them in reverse order. */
import { createApp, readBuild } from './app.ts';
import { readMailSettings, resolveSiteUrl, writeAppConfig, type AppConfig } from './service-settings.ts';
import { scheduleBackups } from '#server/backup/schedule-backups.ts';
import { prepareDataFolder } from '#server/data-folder/data-folder.ts';
import { describeThrown, startDatabase, warnOfDatabase } from './database/start-database.ts';
import { createClientAddresses } from '#server/http/client-address.ts';
import { createHttpServer, type RequestHandlers } from './http/http-server.ts';
import { listen } from '#server/http/listen.ts';
import type { ExternalOrigins } from '#server/http/security-headers.ts';
import { createProblems } from './log/problems.ts';
import type { Log } from './log/log.ts';
import { createWatch, watchRequests } from '#server/metrics/watch.ts';
import { deleteOldMail } from './mail/create-mailer.ts';
import type { MailTemplates } from './mail/mail.ts';
import { readMailTemplates } from './mail/read-templates.ts';
import type { StartFailure } from './failures.ts';
import { serveMetrics, type Meter } from '#server/metrics/meter.ts';
import { ok, type Result } from './result.ts';
import { createServices, type ServiceParts, type Services } from './services.ts';
import type { Settings } from './settings/read-settings.ts';
import { watchReleases, type ReleaseWatch } from '#server/releases/watch-releases.ts';
import { version } from './version.ts';
import { readWebRoot, type WebRoot } from '#server/web/web-root.ts';

export type Started = {
  readonly host: string;
  readonly port: number;
  /** The build of the web app, and the newest migration of the database; '' without a database. */
  readonly build: string;
  readonly schema: string;
  readonly stop: () => Promise<void>;
};

type Output = { readonly log: Log; readonly print: (line: string) => void };

/** Starts the server. Opens the port first: until the other parts are ready, requests get 503 with a short message. */
export async function startServer(settings: Settings, output: Output): Promise<Result<Started, StartFailure>> {
  const files = await readFiles(settings);
  if (!files.ok) return files;
  const http = createHttpServer({ basePath: settings.basePath });
  const listening = await listen(http.server, settings);
  if (!listening.ok) return listening;
  const { port } = listening.value;
  const handlers = await startHandlers({ settings, files: files.value, port, ...output });
  if (!handlers.ok) {
    await listening.value.stop();
    return handlers;
  }
  const { closeSockets, finish, close } = handlers.value;
  http.setHandlers(handlers.value);
  const stop = async (): Promise<void> => {
    const closed = listening.value.stop();
    await closeSockets();
    await closed;
    await finish();
    await close();
  };
  const { build, schema } = handlers.value;
  return ok({ port, host: settings.host, build, schema, stop });
}

type Files = { readonly webRoot: WebRoot; readonly templates: MailTemplates | null };

async function readFiles(settings: Settings): Promise<Result<Files, StartFailure>> {
  const { dataFolder, webFolder, mailTemplates } = settings;
  const prepared = await prepareDataFolder(dataFolder);
  if (!prepared.ok) return prepared;
  const webRoot = await readWebRoot(webFolder, listExternalOrigins(settings));
  if (!webRoot.ok) return webRoot;
  const templates = mailTemplates === null ? NO_TEMPLATES : await readMailTemplates(mailTemplates);
  return templates.ok ? ok({ webRoot: webRoot.value, templates: templates.value }) : templates;
}

const listExternalOrigins = ({ backend, captcha }: Settings): ExternalOrigins => ({
  backendUrl: backend?.url ?? null,
  captcha: captcha?.provider ?? null,
});

const NO_TEMPLATES = ok(null);

type StartParts = Output & { readonly settings: Settings; readonly files: Files; readonly port: number };

type Running = RequestHandlers & Omit<Backend, 'services' | 'config'> & Pick<Started, 'build' | 'schema'>;

async function startHandlers(parts: StartParts): Promise<Result<Running, StartFailure>> {
  const { settings, log, files } = parts;
  const meter = await createMeterIfEnabled(settings);
  const problems = createProblems(log, Date.now);
  const watch = createWatch(log, meter, problems);
  const addresses = createClientAddresses(settings.trustedProxies, problems.report);
  const started = await startBackend(parts, { watch, problems, addressOf: addresses.of });
  if (!started.ok) return started;
  const { services, config, ...backend } = started.value;
  if (services !== null) meter?.setSources(services.sources);
  const releases = watchReleasesIfAsked(settings, log);
  const stopDeleting = deleteOldMail(readMailSettings(settings, files.templates).folder, log);
  const app = createApp({
    newerRelease: releases.newer,
    webRoot: files.webRoot,
    services,
    config,
    publicUrl: settings.publicUrl,
    basePath: settings.basePath,
    problems,
    watch: watchRequests(watch, addresses.isProxied),
    ...(meter !== null && { metrics: serveMetrics(meter, settings.metrics?.token ?? null) }),
  });
  const value: Running = {
    ...backend,
    build: readBuild(files.webRoot),
    async close() {
      releases.stop();
      stopDeleting();
      await backend.close();
    },
    fetch: (request, env) => {
      addresses.record(request, env);
      return app.fetch(request, env);
    },
  };
  return ok(value);
}

const watchReleasesIfAsked = ({ releasesUrl: url }: Settings, log: Log): ReleaseWatch =>
  url === null ? NO_RELEASES : watchReleases({ url, current: version, log });

const NO_RELEASES: ReleaseWatch = { newer: () => null, stop: () => undefined };

/** Loads the metrics library only if metrics are on, because it costs memory. */
async function createMeterIfEnabled({ metrics }: Settings): Promise<Meter | null> {
  if (metrics === null) return null;
  const { createMeter } = await import('./metrics/create-meter.ts');
  return createMeter();
}

type Backend = Pick<RequestHandlers, 'upgrade'> & {
  readonly services: Services | null;
  readonly config: AppConfig;
  readonly schema: string;
  /** Closes WebSockets, which would otherwise keep the HTTP server open. */
  readonly closeSockets: () => Promise<void>;
  /** Waits for work that continues after its response. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type RequestContext = Pick<ServiceParts, 'watch' | 'problems' | 'addressOf'>;

async function startBackend(parts: StartParts, context: RequestContext): Promise<Result<Backend, StartFailure>> {
  const { settings, files, port, print, log } = parts;
  // With another backend, this server needs no database.
  if (settings.backend !== null) return ok({ ...NO_BACKEND, config: writeAppConfig(settings, { anonKey: '' }) });
  const running = await startDatabase(settings);
  if (!running.ok) return running;
  const { database, stop } = running.value;
  const { templates } = files;
  const services = await describeThrown(
    warnOfDatabase(database, settings, log).then(() =>
      createServices({ database, templates, print, ...resolveSiteUrl(settings, port), ...context }),
    ),
  );
  if (!services.ok) {
    await stop();
    return services;
  }
  const { config, upgrade, realtime, finish } = services.value;
  const { schema } = services.value;
  const stopBackups =
    settings.backups && scheduleBackups({ ...context, log, sql: database.sql, plan: settings.backups });
  const close = async (): Promise<void> => {
    const ended = stopBackups?.();
    await stop();
    await ended;
  };
  return ok({ services: services.value, config, schema, upgrade, closeSockets: realtime.close, finish, close });
}

const NO_BACKEND: Omit<Backend, 'config'> = {
  services: null,
  schema: '',
  upgrade: () => false,
  closeSockets: async () => undefined,
  finish: async () => undefined,
  close: async () => undefined,
};
