/** What is written down for whoever keeps the server running. */
import type { LogLevel } from '#server/settings/settings.ts';

/**
 * Facts are numbers, and words of the server's own: routes, codes, counts. Nothing that a caller sent belongs here, and
 * nothing that could let somebody in: that a log has no secrets rests on nobody giving it one.
 */
export type Facts = Readonly<Record<string, string | number | boolean>>;

export type Log = {
  readonly write: (level: Exclude<LogLevel, 'silent'>, event: LogEvent, facts?: Facts) => void;
};

type LogEvent =
  | 'start'
  | 'stop'
  | 'setting ignored'
  | 'request'
  | 'mail sent'
  | 'mail not sent'
  | 'text sent'
  | 'text not sent'
  | 'bug';
