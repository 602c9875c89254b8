/** The server log: one line of JSON for programs, or of text for people. Unexpected errors are reported to it. */
import { pino } from 'pino';
import { readErrorCode } from '#server/result.ts';

export type LogSettings = {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
};

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields of an event: routes, codes and counts of the server. Never log caller input, secrets, links or codes. */
type Facts = Readonly<Record<string, string | number | boolean>>;

export type Log = {
  readonly write: (level: Exclude<LogLevel, 'silent'>, event: LogEvent, facts?: Facts) => void;
};

type LogEvent =
  | 'start'
  | 'stop'
  | 'setting ignored'
  | 'callers use the login of the owner'
  | 'private database not used'
  | 'newer release'
  | 'release check failed'
  | 'mail server failed'
  | 'provider failed'
  | 'backup written'
  | 'request'
  | 'mail sent'
  | 'mail not sent'
  | 'stored emails not deleted'
  | 'text sent'
  | 'text not sent'
  | 'problem'
  | 'problem solved'
  | 'bug';

/** @param write writes one line, including its line break */
export function createLog({ level, format }: LogSettings, write: (line: string) => void): Log {
  const logger = pino(
    {
      level,
      // Neither process id nor host name: the log collector knows where the lines come from.
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: format === 'json' ? write : (line) => write(jsonToText(line)) },
  );
  return {
    write: (of, event, facts = {}) => logger[of](facts, event),
  };
}

/** `2026-11-21T09:00:00.000Z info request method=GET status=200` */
function jsonToText(line: string): string {
  // The line was written by pino with these fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { time, level, event, stack, ...facts } = JSON.parse(line) as Facts;
  const parts = [time, level, event, ...Object.entries(facts).map(([name, value]) => `${name}=${value}`)];
  return `${parts.join(' ')}${stack === undefined ? '' : `\n${stack}`}\n`;
}

type Reporter = (description: string) => void;

let report: Reporter = (description) => void process.stderr.write(`${description}\n`);

/** Sets where bugs are reported. The default is the error stream. */
export function sendBugsTo(reporter: Reporter): void {
  report = reporter;
}

/** Reports any thrown value, except the errors of a client that disconnected and of a server that stops. */
export function reportBug(error: unknown): void {
  if (!isClientAbort(error) && !isShutdown(error)) report(describeBug(error));
}

/** The error after a client disconnects during its body (node:_http_server, abortIncoming). It must not fill the log. */
const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && readErrorCode(error) === 'ECONNRESET';

/** The driver's error after the server has closed its connections. Requests that outlast the shutdown end with it. */
const isShutdown = (error: unknown): boolean =>
  ['CONNECTION_ENDED', 'CONNECTION_DESTROYED'].includes(readErrorCode(error));

/**
 * Describes an error and its location without values: messages of Postgres may quote rows (in its fields message, detail
 * and where), and messages of parsers quote their input.
 */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return `A value that is not an error was thrown: ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeBug(error.cause)}`;
  return `${describeError(error)}${cause}`;
}

function describeError(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (error.name === 'PostgresError') return [`Postgres error ${readErrorCode(error)}`, ...frames].join('\n');
  if (error instanceof SyntaxError) return [`${error.name}: invalid input`, ...frames].join('\n');
  const code = 'code' in error ? ` (${readErrorCode(error)})` : '';
  return [`${error.name}: ${error.message}${code}`, ...frames].join('\n');
}
