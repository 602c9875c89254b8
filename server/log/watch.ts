/** Who sees what the server does: the log writes it down, the meter counts it. */
import type { Meter } from '#server/metrics/meter.ts';
import type { Log } from './log.ts';
import type { Answered, Sent } from './seen.ts';

export type Watch = {
  readonly answered: (answered: Answered) => void;
  readonly sent: (sent: Sent) => void;
};

export function createWatch(log: Log, meter: Meter | null): Watch {
  return {
    answered(answered) {
      const { method, route, path, status, milliseconds, id } = answered;
      const facts = { method, route, ...(path !== null && { path }), status, ms: Math.round(milliseconds), id };
      // Also where it did not work: a bug is told by itself, and while the database is away nobody needs a line for each.
      log.write('info', 'request', facts);
      meter?.answered(answered);
    },
    sent(sent) {
      const { medium, code } = sent;
      if (code === null) log.write('info', `${medium} sent`);
      else log.write('warn', `${medium} not sent`, { code });
      meter?.sent(sent);
    },
  };
}
