/** The composition root: reads the settings, starts the server, says where it is, and stops it when asked. */
import { networkInterfaces } from 'node:os';
import { listAddresses } from './addresses.ts';
import { createApp } from './app.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';
import type { Result } from './result.ts';
import { sentences, startFailureToSentence } from './sentences.ts';
import type { StartFailure } from './sentences.ts';
import { readSettings } from './settings.ts';
import { readWebRoot } from './web/read-web-root.ts';

const started = await startServer();
if (started.ok) {
  // First: whoever reads the address may stop the server at once.
  stopOnSignal(started.value);
  say(...describeStart(started.value));
} else {
  process.stderr.write(`${startFailureToSentence(started.failure)}\n`);
  process.exitCode = 1;
}

type Started = Listening & { readonly host: string };

async function startServer(): Promise<Result<Started, StartFailure>> {
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  const dataFolder = await prepareDataFolder(settings.value.dataFolder);
  if (!dataFolder.ok) return dataFolder;
  const webRoot = await readWebRoot(settings.value.webFolder);
  if (!webRoot.ok) return webRoot;
  const listening = await listen(createHttpServer(createApp({ webRoot: webRoot.value })), settings.value);
  if (!listening.ok) return listening;
  return { ok: true, value: { ...listening.value, host: settings.value.host } };
}

function describeStart({ host, port }: Started): readonly string[] {
  const { main, network } = listAddresses(host, port, networkInterfaces());
  return [sentences.ready(main), ...network.map(sentences.alsoAt), sentences.howToStop];
}

function stopOnSignal({ stop }: Listening): void {
  let stopping = false;
  const onSignal = (): void => {
    // Ctrl+C reaches the whole process group and may then be passed on by our parent: twice is not more.
    if (stopping) return;
    stopping = true;
    void stop().then(() => say(sentences.stopped));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function say(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
