/** Tells the watch of each message that is handed over: that it was, and never to whom. */
import type { Mailer } from '#server/mail/mail.ts';
import type { Texter } from '#server/text-messages/text-message.ts';
import type { Watch } from './watch.ts';

export function watchMailer(mailer: Mailer, watch: Watch): Mailer {
  return {
    async send(letter) {
      const sent = await mailer.send(letter);
      watch.sent({ medium: 'mail', code: sent.ok ? null : sent.failure.code });
      return sent;
    },
  };
}

export function watchTexter(texter: Texter, watch: Watch): Texter {
  return {
    async send(message) {
      const sent = await texter.send(message);
      watch.sent({ medium: 'text', code: sent.ok ? null : sent.failure.code });
      return sent;
    },
  };
}
