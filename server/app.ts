/** The server as a value: every address it answers, without a port. */
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppConfig } from './app-config.ts';
import { createPlainAnswer } from './http/text-response.ts';
import { securityHeaders } from './http/security-headers.ts';
import { reportBug } from './report-bug.ts';
import { sentences } from './messages.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';
import { createWebHandler } from './web/serve-web.ts';
import type { WebRoot } from './web/web-root.ts';

type AppParts = {
  /** The built web app, already read. */
  readonly webRoot: WebRoot;
  /** Null: the accounts are elsewhere, or nowhere. */
  readonly services: Services | null;
  /** What the app is told of its backend; without it, its shoppers have the demo. */
  readonly config?: AppConfig;
  /** Sees each request and its answer. */
  readonly watch?: MiddlewareHandler;
  /** Answers GET /metrics. */
  readonly metrics?: (...asked: Parameters<MiddlewareHandler>) => Promise<Response>;
};

/** Gives a Hono app; what it cannot answer it refuses with a plain sentence, never with a stack trace. */
export function createApp({ webRoot, services, config, watch, metrics }: AppParts): Hono {
  const app = new Hono();
  if (watch !== undefined) app.use(watch);
  app.use(addSecurityHeaders, refuseBodyOfReading);
  app.get('/health', async (c) => {
    const isWell = services === null || (await services.isWell());
    const status = isWell ? 'ok' : 'database away';
    return c.json({ status, version }, isWell ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (metrics !== undefined) app.get('/metrics', metrics);
  if (config !== undefined) app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  if (services !== null) mountServices(app, services);
  else if (config !== undefined) refuseServices(app);
  // Last: the web app answers whatever no part above has claimed.
  app.all('*', createWebHandler(webRoot));
  app.onError((error) => {
    reportBug(error);
    return createPlainAnswer(500, sentences.broken);
  });
  return app;
}

function mountServices(app: Hono, { auth, rest }: Services): void {
  for (const [path, part] of [['/auth/v1', auth] as const, ['/rest/v1', rest] as const]) {
    app.use(`${path}/*`, openToAll, allowOrigins);
    app.route(path, part);
  }
  // Sockets are opened by an upgrade, which never comes here (services.ts).
  app.all('/realtime/v1/*', openToAll, allowOrigins, (c) => c.json({ message: 'Not found' }, 404));
}

/** Whoever asks here has an old configuration: its backend is elsewhere. */
function refuseServices(app: Hono): void {
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/realtime/v1/*']) {
    app.all(path, allowOrigins, () => createPlainAnswer(404, sentences.backendElsewhere));
  }
}

const EXPOSED_HEADERS = [
  'Accept-Encoding',
  'Content-Range',
  'Content-Location',
  'Preference-Applied',
  'X-Supabase-Api-Version',
  'X-Sb-Error-Code',
  'X-Total-Count',
  'Link',
  'Retry-After',
  'X-Request-Id',
].join();

/** Tokens stand in headers, never in cookies: any page may call, and has nobody's rights but those it brings. */
const allowOrigins: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
  // Headers that are set before there is an answer make Hono write the answer anew.
  await next();
  c.res.headers.set('access-control-allow-origin', '*');
  c.res.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  return undefined;
};

const answerPreflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
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
