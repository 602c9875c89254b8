/** The composition root: reads the settings, starts the server, says where it is, and stops it when asked. */
import { networkInterfaces } from 'node:os';
import { listAddresses } from './addresses.ts';
import { createApp } from './app.ts';
import { prepareDataFolder } from './data-folder.ts';
import { exitOnBug } from './exit-on-bug.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';
import type { Result } from './result.ts';
import { sentences, startFailureToSentence } from './sentences.ts';
import type { StartFailure } from './sentences.ts';
import { createServices } from './services.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { describeThrown, startDatabase } from './start-database.ts';
import { createVisitorAddresses } from './visitor-address.ts';
import { readWebRoot } from './web/read-web-root.ts';
import type { WebRoot } from './web/web-root.ts';

exitOnBug();
const starting = startServer();
// First: what was started for us must end with us, also when we are stopped before all is there.
const isStopping = stopOnSignal(starting);
const started = await starting;
if (!started.ok) {
  process.stderr.write(`${startFailureToSentence(started.failure)}\n`);
  process.exitCode = 1;
} else if (!isStopping()) {
  say(...describeStart(started.value));
}

type Started = Listening & { readonly host: string };

async function startServer(): Promise<Result<Started, StartFailure>> {
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  const { dataFolder, webFolder, backend, host } = settings.value;
  const prepared = await prepareDataFolder(dataFolder);
  if (!prepared.ok) return prepared;
  const webRoot = await readWebRoot(webFolder, backend?.url ?? null);
  if (!webRoot.ok) return webRoot;
  const http = createHttpServer();
  const listening = await listen(http.server, settings.value);
  if (!listening.ok) return listening;
  const answering = await startAnswering({
    settings: settings.value,
    webRoot: webRoot.value,
    port: listening.value.port,
  });
  if (!answering.ok) {
    await listening.value.stop();
    return answering;
  }
  http.answerWith(answering.value);
  const stop = async (): Promise<void> => {
    await answering.value.hangUp();
    await listening.value.stop();
    await answering.value.stop();
  };
  return { ok: true, value: { port: listening.value.port, host, stop } };
}

type Parts = { readonly settings: Settings; readonly webRoot: WebRoot; readonly port: number };

async function startAnswering({ settings, webRoot, port }: Parts) {
  const running = await startDatabase(settings);
  if (!running.ok) return running;
  const { database, stop } = running.value;
  const addresses = createVisitorAddresses(settings.trustsProxy);
  const siteUrl = settings.publicUrl ?? listAddresses(settings.host, port, {}).main;
  const made = await describeThrown(createServices({ database, settings, siteUrl, say, addressOf: addresses.of }));
  if (!made.ok) {
    await stop();
    return made;
  }
  const services = made.value;
  const app = createApp({ webRoot, services });
  const value = {
    fetch: (...[request, env]: Parameters<typeof app.fetch>) => {
      addresses.note(request, env ?? {});
      return app.fetch(request, env);
    },
    upgrade: services.upgrade,
    /** Sends away those who would stay for ever. */
    hangUp: services.realtime.close,
    stop,
  };
  return { ok: true, value } as const;
}

function describeStart({ host, port }: Started): readonly string[] {
  const { main, network } = listAddresses(host, port, networkInterfaces());
  return [sentences.ready(main), ...network.map(sentences.alsoAt), sentences.howToStop];
}

/** Gives whether a signal has come. */
function stopOnSignal(start: Promise<Result<Started, StartFailure>>): () => boolean {
  let stopping = false;
  const onSignal = (): void => {
    // Ctrl+C reaches the whole process group and may then be passed on by our parent: twice is not more.
    if (stopping) return;
    stopping = true;
    void start.then(async (result) => {
      if (!result.ok) return;
      await result.value.stop();
      say(sentences.stopped);
      process.exit();
    });
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => stopping;
}

function say(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
