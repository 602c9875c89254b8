/** The composition root: reads the settings, starts the server, says where it is, and stops it when asked. */
import { networkInterfaces } from 'node:os';
import { listAddresses } from './http/list-addresses.ts';
import { exitOnBug } from './process/exit-on-bug.ts';
import { createLog } from './log/log.ts';
import type { Log } from './log/log.ts';
import { sendBugsTo } from './report-bug.ts';
import type { Result } from './result.ts';
import { sentences, failureToSentence } from './messages.ts';
import type { StartFailure } from './messages.ts';
import { findMisspelt } from './settings/find-misspelt.ts';
import { readSettings } from './settings/read-settings.ts';
import type { LogSettings } from './settings/settings.ts';
import { startServer } from './start-server.ts';
import type { Started } from './start-server.ts';
import { stopOnSignal } from './process/stop-on-signal.ts';
import { version } from './version.ts';

exitOnBug();
const settings = readSettings(process.env);
if (settings.ok) await run(settings.value);
else complain(settings.failure);

async function run(chosen: Parameters<typeof startServer>[0]): Promise<void> {
  const { log, say } = createVoice(chosen.log);
  for (const { variable, meant } of findMisspelt(process.env)) {
    log.write('warn', 'setting ignored', { variable, sentence: sentences.misspelt(variable, meant) });
  }
  const starting = startServer(chosen, { log, say });
  // First: what was started for us must end with us, also when we are stopped before all is there.
  const isStopping = stopOnSignal({
    stop: () =>
      stopWhenStarted(starting, () => {
        say(sentences.stopped);
        log.write('info', 'stop');
      }),
    cutOff: () => say(sentences.cutOff),
  });
  const started = await starting;
  if (!started.ok) {
    complain(started.failure);
  } else if (!isStopping()) {
    say(...describeStart(started.value));
    log.write('info', 'start', { version, port: started.value.port });
  }
}

async function stopWhenStarted(starting: Promise<Result<Started, StartFailure>>, tell: () => void): Promise<void> {
  const started = await starting;
  if (!started.ok) return;
  await started.value.stop();
  tell();
}

type Voice = { readonly log: Log; readonly say: (...lines: readonly string[]) => void };

/** People at a console are told in sentences. Where programs read, there is nothing but the log. */
function createVoice(chosen: LogSettings): Voice {
  const log = createLog(chosen, write);
  if (chosen.format === 'text') return { log, say: (...lines) => write(lines.map((line) => `${line}\n`).join('')) };
  sendBugsTo((stack) => log.write('error', 'bug', { stack }));
  return { log, say: () => undefined };
}

function write(line: string): void {
  process.stdout.write(line);
}

function complain(failure: StartFailure): void {
  process.stderr.write(`${failureToSentence(failure)}\n`);
  process.exitCode = 1;
}

function describeStart({ host, port }: Started): readonly string[] {
  const { main, local, network } = listAddresses(host, port, networkInterfaces());
  return [
    sentences.ready(main),
    ...local.map(sentences.alsoHere),
    ...network.map(sentences.alsoAt),
    sentences.howToStop,
  ];
}
