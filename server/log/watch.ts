/** Reports requests and sent messages to the log and the metrics. */
import type { Problems } from './problems.ts';
import type { Mailer } from '#server/mail/mail.ts';
import type { Answered, Meter, Sent } from '#server/metrics/meter.ts';
import type { SmsSender } from '#server/text-messages/text-message.ts';
import type { Log } from './log.ts';

export type Watch = {
  readonly answered: (answered: Answered) => void;
  readonly sent: (sent: Sent) => void;
};

export function createWatch(log: Log, meter: Meter | null, problems: Problems): Watch {
  return {
    answered(answered) {
      const { method, route, path, status, milliseconds, id } = answered;
      const facts = { method, route, ...(path !== null && { path }), status, ms: Math.round(milliseconds), id };
      // Errors are also `info`: bugs are reported separately, and an unavailable database would fill the log.
      log.write('info', 'request', facts);
      meter?.answered(answered);
    },
    sent(sent) {
      const { medium, code, host } = sent;
      if (code === null) {
        log.write('info', `${medium} sent`);
        if (medium === 'mail') problems.resolve('mail-not-sent');
      } else {
        const facts = { code, ...(typeof host === 'string' && { host }) };
        log.write('warn', `${medium} not sent`, facts);
        // One address that the mail server refuses is no problem of the operator.
        if (medium === 'mail' && !isRecipientRefused(code)) problems.report('mail-not-sent', facts);
      }
      meter?.sent(sent);
    },
  };
}

/** Nodemailer's code for a refused envelope, with a permanent reply of the mail server. */
const isRecipientRefused = (code: string): boolean => /^EENVELOPE 5\d\d$/u.test(code);

export function watchMailer(mailer: Mailer, watch: Watch): Mailer {
  return {
    async send(letter) {
      const sent = await mailer.send(letter);
      watch.sent({ medium: 'mail', ...(sent.ok ? { code: null } : sent.failure) });
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
