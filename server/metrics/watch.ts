/** Reports requests and sent messages to the log and the metrics. Each request gets an id. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '#server/log/log.ts';
import type { Problems } from '#server/log/problems.ts';
import type { Mailer } from '#server/mail/mail.ts';
import type { SmsSender } from '#server/text-messages/create-sms-sender.ts';
import type { Answered, Meter, Sent } from './meter.ts';

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

/** Nodemailer's code for a refused envelope, with a permanent reply of the mail server. A refused sender and a denied relay have longer ones (create-mailer.ts). */
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

/**
 * The first middleware. Every response has `X-Request-Id`, so that an operator can find its line in the log.
 * @param isProxied whether a request came through a trusted proxy, whose id is accepted
 */
export function watchRequests(watch: Watch, isProxied: (request: Request) => boolean): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now();
    const proxyId = isProxied(c.req.raw) ? (c.req.header('x-request-id') ?? '') : '';
    const id = REQUEST_ID.test(proxyId) ? proxyId : randomUUID();
    await next();
    c.res.headers.set('x-request-id', id);
    const { status } = c.res;
    const route = routePath(c);
    const milliseconds = performance.now() - begun;
    watch.answered({
      method: c.req.method,
      route,
      path: findPath(c, route),
      status,
      milliseconds,
      id,
      grant: findGrant(c, route),
    });
  };
}

/** The ids that proxies create, without characters that could forge a log line. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The path, only if it is a file of the web app. Other paths are caller input. */
const findPath = (c: Context, route: string): string | null =>
  route === '/*' && c.res.status < 400 ? c.req.path : null;

const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token'];

/** The grant type of a sign-in. Unknown values are logged as `other`, because they are caller input. */
function findGrant(c: Context, route: string): string | null {
  if (route !== '/auth/v1/token') return null;
  const grant = c.req.query('grant_type') ?? '';
  return GRANTS.includes(grant) ? grant : 'other';
}
