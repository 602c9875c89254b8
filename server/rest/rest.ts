/** The REST API: tables and functions of the database over HTTP, compatible with PostgREST. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { AddressOf } from '#server/http/client-address.ts';
import { reportBug } from '#server/log/log.ts';
import type { Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import { callRoutine } from './call-routine.ts';
import { compressBody, type RestResponse } from './rest-response.ts';
import { ACCEPTED_ENCODING, createReadBody } from '#server/rest/request/payload.ts';
import { createSchemaCache } from './schema-cache.ts';
import { isAnonymous, type RestContext } from './run-statement.ts';
import { internalErrorResponse, toErrorResponse, type ErrorResponse, type RestFailure } from './failure.ts';
import { parseRequest, type RawRequest } from '#server/rest/request/request.ts';
import { createPrepare } from '#server/rest/sql/piece.ts';
import { createConcurrencyLimit, defaultConcurrency } from './concurrency-limit.ts';
import { serveTable } from './serve-table.ts';

export type RestParts = Pick<RestContext, 'database' | 'settings'> &
  Partial<Pick<RestContext, 'onWrite'>> & {
    readonly tokens: Pick<Tokens, 'authenticate'>;
    /** Returns the network address of a request. By default, all requests count as coming from this machine. */
    readonly addressOf?: AddressOf;
  };

/** Creates the app to mount at `/rest/v1`. All errors have PostgREST's shape. */
export function createRest(rest: RestParts): Hono {
  const { database, tokens, settings, addressOf = () => '', onWrite = () => undefined } = rest;
  const schemaCache = createSchemaCache({ database, schemas: settings.schemas, now: () => performance.now() });
  const concurrency = createConcurrencyLimit(defaultConcurrency(settings.connections));
  const context: RestContext = { database, schemaCache, prepare: createPrepare(), concurrency, settings, onWrite };
  const readBody = createReadBody();
  const parts = { tokens, schemas: settings.schemas };
  const toRaw = (c: Context, path: string): RawRequest => {
    const { method, url } = c.req;
    const { searchParams: params } = new URL(url);
    return { method, path, headers: c.req.header(), params, address: addressOf(c.req.raw) };
  };
  const app = new Hono();
  app.use(addHeaders);
  const serveRoot = async (c: Context): Promise<Response> => {
    const request = await parseRequest(parts, toRaw(c, '/'), { name: '', isCall: false });
    return request.ok ? describeRoot() : toResponse(request);
  };
  app.all('/', serveRoot);
  // In a mounted app, `/` does not match the path with a slash at its end, which clients use.
  app.all('/:nothing{.{0}}', serveRoot);
  const serve = async (c: Context, name: string, isCall: boolean): Promise<Response> => {
    const request = await parseRequest(parts, toRaw(c, isCall ? `/rpc/${name}` : `/${name}`), { name, isCall });
    if (!request.ok) return toResponse(request);
    const limits = { isAnonymous: isAnonymous(context, request.value.caller), maxBytes: settings.maxBodyBytes };
    const body = await readBody(c, limits);
    if (!body.ok) return toResponse(body);
    const handle = isCall ? callRoutine : serveTable;
    const response = await handle(context, request.value, { name, body: body.value });
    return toResponse(response, c.req.header('accept-encoding'));
  };
  app.all('/rpc/:name', (c) => serve(c, c.req.param('name'), true));
  app.all('/:table', (c) => serve(c, c.req.param('table'), false));
  app.all('*', () => refuse({ type: 'wrong-path' }));
  app.onError((error) => {
    reportBug(error);
    return toHttp(internalErrorResponse);
  });
  return app;
}

/** Responses are never cached, because they depend on a token that caches do not consider (`apikey`). */
const addHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('cache-control', 'no-store');
  c.res.headers.set('accept-encoding', ACCEPTED_ENCODING);
};

/** The hosted service describes the schema at this path. No supported client needs it. */
const describeRoot = (): Response =>
  new Response('{}', { headers: { 'content-type': 'application/openapi+json; charset=utf-8' } });

async function toResponse(result: Result<RestResponse, RestFailure>, accepted?: string): Promise<Response> {
  if (!result.ok) return refuse(result.failure);
  const { status, headers, body } = result.value;
  const compressed = await compressBody(body, accepted);
  return compressed === null
    ? new Response(body, { status, headers })
    : new Response(compressed.body, { status, headers: { ...headers, ...compressed.headers } });
}

const refuse = (failure: RestFailure): Response => toHttp(toErrorResponse(failure));

function toHttp({ status, body, headers }: ErrorResponse): Response {
  const content = { 'content-type': 'application/json; charset=utf-8' };
  // These statuses have no body (RFC 9110, sections 15.3.5, 15.3.6, 15.4.5). A function can choose them by SQLSTATE.
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { ...content, ...headers } });
}
