/** The server as a value: every address it answers, without a port. */
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createPlainAnswer } from './plain-answer.ts';
import { securityHeaders } from './security-headers.ts';
import { reportBug } from './report-bug.ts';
import { sentences } from './sentences.ts';
import type { Services } from './services.ts';
import { createWebHandler } from './web/serve-web.ts';
import type { WebRoot } from './web/web-root.ts';

type AppParts = {
  /** The built web app, already read. */
  readonly webRoot: WebRoot;
  /** Null: only the web app is served, and its shoppers have the demo. */
  readonly services: Services | null;
};

/** Gives a Hono app; what it cannot answer it refuses with a plain sentence, never with a stack trace. */
export function createApp({ webRoot, services }: AppParts): Hono {
  const app = new Hono();
  app.use(addSecurityHeaders, refuseBodyOfReading);
  app.get('/health', async (c) => {
    const isWell = services === null || (await services.isWell());
    return c.json({ status: isWell ? 'ok' : 'database away' }, isWell ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (services !== null) mountServices(app, services);
  // Last: the web app answers whatever no part above has claimed.
  app.all('*', createWebHandler(webRoot));
  app.onError((error) => {
    reportBug(error);
    return createPlainAnswer(500, sentences.broken);
  });
  return app;
}

function mountServices(app: Hono, { auth, rest, realtime, config }: Services): void {
  app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  for (const [path, part] of [
    ['/auth/v1', auth] as const,
    ['/rest/v1', rest] as const,
    ['/realtime/v1', realtime.app] as const,
  ]) {
    app.use(`${path}/*`, openToAll, allowOrigins);
    app.route(path, part);
  }
}

/** Tokens stand in headers, never in cookies: any page may call, and has nobody's rights but those it brings. */
const allowOrigins = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    'Content-Range',
    'Content-Location',
    'Preference-Applied',
    'X-Supabase-Api-Version',
    'X-Sb-Error-Code',
    'X-Total-Count',
    'Link',
    'Retry-After',
  ],
  maxAge: 86_400,
});

const openToAll: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('cross-origin-resource-policy', 'cross-origin');
};

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
