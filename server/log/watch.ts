/** Who sees what the server does: the log writes it down, the meter counts it. */
import type { Mailer } from '#server/mail/mail.ts';
import type { Answered, Meter, Sent } from '#server/metrics/meter.ts';
import type { SmsSender } from '#server/text-messages/text-message.ts';
import type { Log } from './log.ts';

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

export function watchMailer(mailer: Mailer, watch: Watch): Mailer {
  return {
    async send(letter) {
      const sent = await mailer.send(letter);
      watch.sent({ medium: 'mail', code: sent.ok ? null : sent.failure.code });
      return sent;
    },
  };
}

export function watchSmsSender(smsSender: SmsSender, watch: Watch): SmsSender {
  return {
    async send(message) {
      const sent = await smsSender.send(message);
      watch.sent({ medium: 'text', code: sent.ok ? null : sent.failure.code });
      return sent;
    },
  };
}
