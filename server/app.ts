/** The server as a value: every address it answers, without a port. */
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { createPlainAnswer } from './plain-answer.ts';
import { securityHeaders } from './security-headers.ts';
import { reportBug } from './report-bug.ts';
import { sentences } from './sentences.ts';
import { createWebHandler } from './web/serve-web.ts';
import type { WebRoot } from './web/web-root.ts';

/**
 * Puts the server together. Takes the built web app, already read.
 * Gives a Hono app; what it cannot answer it refuses with a plain sentence, never with a stack trace.
 */
export function createApp({ webRoot }: { readonly webRoot: WebRoot }): Hono {
  const app = new Hono();
  app.use(addSecurityHeaders, refuseBodyOfReading);
  app.get('/health', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  // Last: the web app answers whatever no part above has claimed.
  app.all('*', createWebHandler(webRoot));
  app.onError((error) => {
    reportBug(error);
    return createPlainAnswer(500, sentences.broken);
  });
  return app;
}

const addSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
};

const refuseBodyOfReading: MiddlewareHandler = async (c, next) => {
  const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
  const hasBody = (c.req.header('content-length') ?? '0') !== '0' || c.req.header('transfer-encoding') !== undefined;
  if (!isReading || !hasBody) return next();
  // Closing the connection spares reading to the end what nobody wants.
  return createPlainAnswer(413, sentences.bodyRefused, { connection: 'close' });
};
