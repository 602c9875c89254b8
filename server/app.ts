/** The HTTP application with all routes, independent of a port, so that tests can call it directly. */
import { Hono, type Handler, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppConfig } from './service-settings.ts';
import { createTextResponse, securityHeaders } from '#server/http/security-headers.ts';
import type { Problems } from './log/problems.ts';
import { reportBug } from './log/log.ts';
import { messages } from './messages.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';
import { createWebHandler } from '#server/web/serve-web.ts';
import type { WebRoot } from '#server/web/web-root.ts';

type AppParts = {
  /** The built web app, read into memory. */
  readonly webRoot: WebRoot;
  /** Null if another server is the backend, or there is none. */
  readonly services: Services | null;
  /** Without a configuration, the app offers only the demo. */
  readonly config?: AppConfig;
  /** The path under which browsers find this app, without a trailing slash (BASE_PATH). Requests come without it. */
  readonly basePath?: string;
  /** The public URL, if it is set. With `https:`, browsers use only HTTPS for this host from then on (RFC 6797). */
  readonly publicUrl?: string | null;
  /** Logs and measures each request. */
  readonly watch?: MiddlewareHandler;
  /** A newer release, if the server checks for them and has found one (product P9). */
  readonly newerRelease?: () => string | null;
  /** What /health reports. */
  readonly problems?: Problems;
  /** Handles GET /metrics. */
  readonly metrics?: (...args: Parameters<MiddlewareHandler>) => Promise<Response>;
};

/** Creates the app. Errors are short messages, never stack traces. */
export function createApp(parts: AppParts): Hono {
  const { webRoot, services, config, basePath, watch, metrics } = parts;
  const app = new Hono();
  if (watch !== undefined) app.use(watch);
  app.use(addHeaders(isOwnHttpsHost(parts) ? { ...securityHeaders, ...HTTPS_ONLY } : securityHeaders), refuseBodyOfGet);
  app.get('/health', showHealth(parts));
  if (metrics !== undefined) app.get('/metrics', metrics);
  if (config !== undefined) app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  if (services !== null) mountServices(app, services);
  else if (config !== undefined) refuseServices(app);
  // The web app handles all paths that no route above has matched.
  app.all('*', createWebHandler(webRoot, basePath));
  app.onError((error) => {
    reportBug(error);
    return createTextResponse(500, messages.broken);
  });
  return app;
}

function showHealth(parts: AppParts): Handler {
  const { services } = parts;
  return async (c) => {
    const isHealthy = services === null || (await services.isHealthy());
    // With a problem, the status stays 200: the app still works, and a restart would not help.
    return c.json(describeHealth(parts, isHealthy), isHealthy ? 200 : 503, { 'cache-control': 'no-store' });
  };
}

/** JSON omits undefined values. A newer release is not a problem. */
function describeHealth({ webRoot, services, problems, newerRelease }: AppParts, isHealthy: boolean) {
  const found = problems?.list() ?? [];
  const working = found.length === 0 ? 'ok' : 'degraded';
  return {
    status: isHealthy ? working : 'database away',
    version,
    build: readBuild(webRoot),
    schema: services?.schema,
    newerRelease: newerRelease?.() ?? undefined,
    problems: found,
  };
}

/** Identifies the build of the web app: its page names all other files by their hashes. '' without one. */
export const readBuild = (webRoot: WebRoot): string => webRoot.get('/')?.hash.slice(0, 8) ?? '';

function mountServices(app: Hono, { auth, rest }: Services): void {
  for (const [path, part] of [['/auth/v1', auth] as const, ['/rest/v1', rest] as const]) {
    app.use(`${path}/*`, openToAll, allowOrigins);
    app.route(path, part);
  }
  // WebSocket upgrades are handled before the app (services.ts).
  app.all('/realtime/v1/*', openToAll, allowOrigins, (c) => c.json({ message: 'Not found' }, 404));
}

/** Refuses API calls of clients with an old configuration: the backend is another server now. */
function refuseServices(app: Hono): void {
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/realtime/v1/*']) {
    app.all(path, allowOrigins, () => createTextResponse(404, messages.backendElsewhere));
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

/** Any origin may call the API, because credentials are in headers and never in cookies. */
const allowOrigins: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
  // Headers that are set before the response exists make Hono create the response twice.
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

/** Adds headers that the response does not have yet. */
const addHeaders =
  (headers: Readonly<Record<string, string>>): MiddlewareHandler =>
  async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };

/** Under a path, other programs share the host, and may need HTTP on its other paths and ports. */
const isOwnHttpsHost = ({ publicUrl, basePath = '' }: Pick<AppParts, 'publicUrl' | 'basePath'>): boolean =>
  publicUrl?.startsWith('https:') === true && basePath === '';

/** For a year, and for this host alone. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** The body of a GET request has no meaning and is not read. The Python client sent `{}` until 2025. */
const MAX_IGNORED_BYTES = 1_000;

const refuseBodyOfGet: MiddlewareHandler = async (c, next) => {
  const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
  const length = Number(c.req.header('content-length') ?? '0');
  const hasBody = length > MAX_IGNORED_BYTES || c.req.header('transfer-encoding') !== undefined;
  if (!isReading || !hasBody) return next();
  // Closing the connection avoids reading the rest of the body.
  return createTextResponse(413, messages.bodyRefused, { connection: 'close' });
};
