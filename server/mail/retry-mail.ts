/** Sends an email again after a failure that may pass, such as a mail server that does not respond. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Mailer } from './mail.ts';

/** Within five minutes: an email with a link or a code is of little use later, and its recipient can request another. */
const DELAYS_MS = [2_000, 15_000, 60_000, 240_000];

/** @param delays milliseconds before each further attempt */
export function retryMail(mailer: Mailer, delays: readonly number[] = DELAYS_MS): Mailer {
  return {
    async send(message) {
      let sent = await mailer.send(message);
      for (const delay of delays) {
        if (sent.ok || !sent.failure.mayPass) return sent;
        await wait(delay, undefined, { ref: false });
        sent = await mailer.send(message);
      }
      return sent;
    },
  };
}
