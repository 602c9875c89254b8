/** The entry point: reads the settings, starts the server, prints its address, and stops it on a signal. */
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { listAddresses } from '#server/http/listen.ts';
import { createLog, type Log, sendBugsTo, type LogSettings } from './log/log.ts';
import { failureToMessage, type StartFailure } from './failures.ts';
import { messages } from './messages.ts';
import { exitOnBug, stopOnSignal } from '#server/process/process.ts';
import type { Result } from './result.ts';
import { readSettings, type Settings } from './settings/read-settings.ts';
import { listIgnored } from '#server/settings/unknown-settings.ts';
import { startServer, type Started } from './start-server.ts';
import { tryServices } from './try-services.ts';
import { version } from './version.ts';

exitOnBug();
const settings = readSettings(process.env);
if (settings.ok) await run(settings.value);
else printFailure(settings.failure);

async function run(chosen: Settings): Promise<void> {
  const { log, print } = createOutput(chosen.log);
  for (const variable of listIgnored(process.env)) {
    log.write('warn', 'setting ignored', { variable, sentence: messages.ignored(variable) });
  }
  const starting = startServer(chosen, { log, print });
  // Signals during the start must also stop the private database, so the handler is installed before the start ends.
  const isStopping = stopOnSignal({
    stop: () =>
      stopWhenStarted(starting, () => {
        print(messages.stopped);
        log.write('info', 'stop');
      }),
    onForcedExit: () => print(messages.cutOff),
  });
  const started = await starting;
  if (!started.ok) {
    printFailure(started.failure);
  } else if (!isStopping()) {
    const { port, build, schema } = started.value;
    print(...describeStart(started.value, chosen));
    log.write('info', 'start', { version, build, schema, port });
    // Not awaited: neither the start nor the stop waits for other servers.
    void tryServices(chosen, log);
  }
}

async function stopWhenStarted(starting: Promise<Result<Started, StartFailure>>, onStopped: () => void): Promise<void> {
  const started = await starting;
  if (!started.ok) return;
  await started.value.stop();
  onStopped();
}

type Output = { readonly log: Log; readonly print: (...lines: readonly string[]) => void };

/** Prints messages for people on a console. With a JSON log, standard output has nothing but the log. */
function createOutput(chosen: LogSettings): Output {
  const log = createLog(chosen, write);
  if (chosen.format === 'text') return { log, print: (...lines) => write(lines.map((line) => `${line}\n`).join('')) };
  sendBugsTo((stack) => log.write('error', 'bug', { stack }));
  return { log, print: () => undefined };
}

function write(line: string): void {
  process.stdout.write(line);
}

function printFailure(failure: StartFailure): void {
  process.stderr.write(`${failureToMessage(failure)}\n`);
  process.exitCode = 1;
}

function describeStart(started: Started, chosen: Settings): readonly string[] {
  const { main, local, network } = listAddresses(started.host, started.port, networkInterfaces());
  return [
    messages.ready(main + chosen.basePath),
    ...local.map((address) => messages.alsoHere(address + chosen.basePath)),
    ...network.map((address) => messages.alsoAt(address + chosen.basePath)),
    ...(chosen.backend === null ? describeBackend(chosen) : [messages.backendAt(chosen.backend.url)]),
    messages.running(version, started.build, started.schema),
    messages.howToStop,
  ];
}

function describeBackend({ databaseUrl, dataFolder, accounts, smtpUrl, backups }: Settings): readonly string[] {
  const database = URL.parse(databaseUrl ?? '');
  return [
    database === null ? messages.dataIn(dataFolder) : messages.dataAt(`${database.host}${database.pathname}`),
    messages.signUp[accounts.signUp],
    ...(accounts.passwords ? [] : [messages.noPasswords(accounts.providers.map(({ name }) => name))]),
    ...(backups === null ? [] : [messages.backups(backups.everyHours, backups.folder, backups.keep)]),
    smtpUrl === null ? messages.mailToFiles(join(dataFolder, 'mail')) : messages.mailBy(URL.parse(smtpUrl)?.host ?? ''),
  ];
}
