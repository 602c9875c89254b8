/** The server log: one line of JSON for programs, or of text for people. */
import { pino } from 'pino';

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
