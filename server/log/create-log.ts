/** Writes the log: a line of JSON for programs, or of words for people. */
import { pino } from 'pino';
import type { LogSettings } from '#server/settings/settings.ts';
import type { Facts, Log } from './log.ts';

/** @param write takes a whole line with its end */
export function createLog({ level, format }: LogSettings, write: (line: string) => void): Log {
  const logger = pino(
    {
      level,
      // Neither process id nor host name: whoever collects the lines knows where they come from.
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
  // Our own line, as it was written a moment ago.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { time, level, event, stack, ...facts } = JSON.parse(line) as Facts;
  const parts = [time, level, event, ...Object.entries(facts).map(([name, value]) => `${name}=${value}`)];
  return `${parts.join(' ')}${stack === undefined ? '' : `\n${stack}`}\n`;
}
