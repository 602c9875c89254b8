/** Starts everything in its order, and gives how to stop it in the opposite one. */
import { listAddresses } from './http/list-addresses.ts';
import { createApp } from './app.ts';
import { writeAppConfig } from './app-config.ts';
import type { AppConfig } from './app-config.ts';
import { prepareDataFolder } from './data-folder/prepare-data-folder.ts';
import { createHttpServer } from './http/http-server.ts';
import type { Answering } from './http/http-server.ts';
import { listen } from './http/listen.ts';
import type { Log } from './log/log.ts';
import { watchRequests } from './log/watch-requests.ts';
import { createWatch } from './log/watch.ts';
import { readMailTemplates } from './mail/read-templates.ts';
import type { MailTemplates } from './mail/mail-templates.ts';
import type { Meter } from './metrics/meter.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { ok } from './result.ts';
import type { Result } from './result.ts';
import type { Strangers } from './http/security-headers.ts';
import type { StartFailure } from './messages.ts';
import { createServices } from './services.ts';
import type { ServiceParts, Services } from './services.ts';
import type { Settings } from './settings/settings.ts';
import { describeThrown, startDatabase } from './start-database.ts';
import { createVisitorAddresses } from './http/client-address.ts';
import { readWebRoot } from './web/read-web-root.ts';
import type { WebRoot } from './web/web-root.ts';

export type Started = { readonly host: string; readonly port: number; readonly stop: () => Promise<void> };

type Voice = { readonly log: Log; readonly say: (line: string) => void };

/** Opens the port first: until the rest is there, requests hear that the server is starting. */
export async function startServer(settings: Settings, voice: Voice): Promise<Result<Started, StartFailure>> {
  const files = await readFiles(settings);
  if (!files.ok) return files;
  const http = createHttpServer();
  const listening = await listen(http.server, settings);
  if (!listening.ok) return listening;
  const { port } = listening.value;
  const answering = await startAnswering({ settings, files: files.value, port, ...voice });
  if (!answering.ok) {
    await listening.value.stop();
    return answering;
  }
  const { hangUp, finish, close } = answering.value;
  http.answerWith(answering.value);
  const stop = async (): Promise<void> => {
    const closed = listening.value.stop();
    await hangUp();
    await closed;
    await finish();
    await close();
  };
  return ok({ port, host: settings.host, stop });
}

type Files = { readonly webRoot: WebRoot; readonly templates: MailTemplates | null };

async function readFiles(settings: Settings): Promise<Result<Files, StartFailure>> {
  const { dataFolder, webFolder, mailTemplates } = settings;
  const prepared = await prepareDataFolder(dataFolder);
  if (!prepared.ok) return prepared;
  const webRoot = await readWebRoot(webFolder, findStrangers(settings));
  if (!webRoot.ok) return webRoot;
  const templates = mailTemplates === null ? NO_TEMPLATES : await readMailTemplates(mailTemplates);
  return templates.ok ? ok({ webRoot: webRoot.value, templates: templates.value }) : templates;
}

const findStrangers = ({ backend, captcha }: Settings): Strangers => ({
  backendUrl: backend?.url ?? null,
  captcha: captcha?.provider ?? null,
});

const NO_TEMPLATES = ok(null);

type Parts = Voice & { readonly settings: Settings; readonly files: Files; readonly port: number };

type Running = Answering & Omit<Backend, 'services' | 'config'>;

async function startAnswering(parts: Parts): Promise<Result<Running, StartFailure>> {
  const { settings, log, files } = parts;
  const meter = await makeMeter(settings);
  const watch = createWatch(log, meter);
  const addresses = createVisitorAddresses(settings.trustsProxy);
  const started = await startBackend(parts, { watch, addressOf: addresses.of });
  if (!started.ok) return started;
  const { services, config, ...backend } = started.value;
  if (services !== null) meter?.askAtReading(services.sources);
  const app = createApp({
    webRoot: files.webRoot,
    services,
    config,
    watch: watchRequests(watch, settings.trustsProxy),
    ...(meter !== null && { metrics: serveMetrics(meter, settings.metrics?.token ?? null) }),
  });
  const value: Running = {
    ...backend,
    fetch: (request, env) => {
      addresses.note(request, env);
      return app.fetch(request, env);
    },
  };
  return ok(value);
}

/** Only fetched where it is wanted: it costs memory. */
async function makeMeter({ metrics }: Settings): Promise<Meter | null> {
  if (metrics === null) return null;
  const { createMeter } = await import('./metrics/create-meter.ts');
  return createMeter();
}

type Backend = Pick<Answering, 'upgrade'> & {
  readonly services: Services | null;
  readonly config: AppConfig;
  /** Sends away those who would stay for ever. */
  readonly hangUp: () => Promise<void>;
  /** Waits for what goes on after its answer. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Senses = Pick<ServiceParts, 'watch' | 'addressOf'>;

async function startBackend(parts: Parts, senses: Senses): Promise<Result<Backend, StartFailure>> {
  const { settings, files, port, say } = parts;
  // With a backend elsewhere nothing here needs a database.
  if (settings.backend !== null) return ok({ ...ELSEWHERE, config: writeAppConfig(settings, '') });
  const running = await startDatabase(settings);
  if (!running.ok) return running;
  const { database, stop } = running.value;
  const place = findPlace(settings, port);
  const { templates } = files;
  const made = await describeThrown(createServices({ database, templates, say, ...place, ...senses }));
  if (!made.ok) {
    await stop();
    return made;
  }
  const { config, upgrade, realtime, finish } = made.value;
  return ok({ services: made.value, config, upgrade, hangUp: realtime.close, finish, close: stop });
}

/** Without `PUBLIC_URL` people may open the app by this computer's name or by its number: links lead back to either. */
function findPlace(settings: Settings, port: number): { readonly siteUrl: string; readonly settings: Settings } {
  if (settings.publicUrl !== null) return { siteUrl: settings.publicUrl, settings };
  const { main, local } = listAddresses(settings.host, port, {});
  return { siteUrl: main, settings: { ...settings, redirectUrls: [...settings.redirectUrls, ...local] } };
}

const ELSEWHERE: Omit<Backend, 'config'> = {
  services: null,
  upgrade: () => false,
  hangUp: async () => undefined,
  finish: async () => undefined,
  close: async () => undefined,
};
