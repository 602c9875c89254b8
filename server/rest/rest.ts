/** The REST part as a value: tables and functions of the database, over HTTP, as PostgREST gives them. */
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '#server/database/database.ts';
import { limitBody } from '#server/http/limit-body.ts';
import { reportBug } from '#server/report-bug.ts';
import { fail } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { Answer } from './answer.ts';
import { callRoutine } from './call-routine.ts';
import { compressBody } from './compress-body.ts';
import { ACCEPTED_ENCODING, readBody } from './request/inflate-body.ts';
import { createCatalogueKeeper } from './schema/schema-cache.ts';
import { isAnonymous } from './context.ts';
import type { RestContext, RestSettings } from './context.ts';
import type { RestFailure } from './failures/failure.ts';
import { readTable } from './read-table.ts';
import { brokenRefusal, toRefusal } from './failures/error-response.ts';
import type { Refusal } from './failures/error-response.ts';
import { isReading, understand } from './request/request.ts';
import type { RawRequest, RestRequest } from './request/request.ts';
import { createPrepare } from './sql/prepare.ts';
import { createTurns } from './concurrency-limit.ts';
import { deleteRows, insertRows, updateRows } from './write-table.ts';

export type RestParts = {
  readonly database: Pick<Database, 'runAs' | 'sql'>;
  readonly tokens: Pick<Tokens, 'authenticate'>;
  readonly settings: RestSettings;
};

/** Gives the app to mount at `/rest/v1`. Every answer is JSON, and every refusal has PostgREST's shape. */
export function createRest({ database, tokens, settings }: RestParts): Hono {
  const catalogue = createCatalogueKeeper({ database, schemas: settings.schemas, now: () => performance.now() });
  const turns = createTurns({ atOnce: 3, waiting: 100 });
  const context: RestContext = { database, catalogue, prepare: createPrepare(), turns, settings };
  const parts = { tokens, schemas: settings.schemas };
  const app = new Hono();
  app.use(addHeaders, refuseLongBody(settings.maxBodyBytes));
  app.all('/', async (c) => {
    const request = await understand(parts, toRaw(c, '/'), { name: '', isCall: false });
    return request.ok ? describeRoot() : toResponse(request);
  });
  const serve = async (c: Context, name: string, isCall: boolean): Promise<Response> => {
    const request = await understand(parts, toRaw(c, isCall ? `/rpc/${name}` : `/${name}`), { name, isCall });
    if (!request.ok) return toResponse(request);
    const trust = { isStranger: isAnonymous(context, request.value.caller), maxBytes: settings.maxBodyBytes };
    const body = await readBody(c.req, request.value.headers['content-encoding'], trust);
    if (!body.ok) return toResponse(body);
    const answer = isCall ? answerCall : answerTable;
    const answered = await answer(context, request.value, { name, body: body.value });
    return toResponse(answered, c.req.header('accept-encoding'));
  };
  app.all('/rpc/:name', (c) => serve(c, c.req.param('name'), true));
  app.all('/:table', (c) => serve(c, c.req.param('table'), false));
  app.all('*', () => refuse({ type: 'wrong-path' }));
  app.onError((error) => {
    reportBug(error);
    return toHttp(brokenRefusal);
  });
  return app;
}

type Target = { readonly name: string; readonly body: string };
type Answered = Promise<Result<Answer, RestFailure>>;

async function answerTable(context: RestContext, request: RestRequest, target: Target): Answered {
  if (isReading(request)) return readTable(context, request, target.name);
  if (request.method === 'POST') return insertRows(context, request, target);
  if (request.method === 'PATCH') return updateRows(context, request, target);
  if (request.method === 'DELETE') return deleteRows(context, request, target);
  return fail({ type: 'wrong-method', method: request.method });
}

async function answerCall(context: RestContext, request: RestRequest, target: Target): Answered {
  if (isReading(request) || request.method === 'POST') return callRoutine(context, request, target);
  return fail({ type: 'wrong-rpc-method', method: request.method });
}

/** Rows are for whoever showed the token, which may stand in a header that no cache looks at (`apikey`). */
const addHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('cache-control', 'no-store');
  c.res.headers.set('accept-encoding', ACCEPTED_ENCODING);
};

const refuseLongBody = (maxSize: number): MiddlewareHandler =>
  limitBody({ maxSize, onError: () => refuse({ type: 'body-too-large', most: `${maxSize} bytes` }) });

function toRaw(c: Context, path: string): RawRequest {
  const { method, url } = c.req;
  return { method, path, headers: c.req.header(), params: new URL(url).searchParams };
}

/** The hosted service describes the schema here; nothing that we serve needs it. */
const describeRoot = (): Response =>
  new Response('{}', { headers: { 'content-type': 'application/openapi+json; charset=utf-8' } });

async function toResponse(result: Result<Answer, RestFailure>, accepted?: string): Promise<Response> {
  if (!result.ok) return refuse(result.failure);
  const { status, headers, body } = result.value;
  const compressed = await compressBody(body, accepted);
  return compressed === null
    ? new Response(body, { status, headers })
    : new Response(compressed.body, { status, headers: { ...headers, ...compressed.headers } });
}

const refuse = (failure: RestFailure): Response => toHttp(toRefusal(failure));

function toHttp({ status, body, headers }: Refusal): Response {
  const content = { 'content-type': 'application/json; charset=utf-8' };
  // These carry no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5); a function may ask for them by SQLSTATE.
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { ...content, ...headers } });
}
