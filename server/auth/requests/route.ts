/** Defines the routes of the auth API: what guards each of them, in which order, and how failures are answered. */
import { randomUUID } from 'node:crypto';
import type { Context, Handler } from 'hono';
import type { GenericSchema } from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings, LimitName } from '#server/auth/context/auth-settings.ts';
import { reportBug } from '#server/log/log.ts';
import { readRefusal, type AuthFailure, fail, runSteps, type Steps } from './steps.ts';
import { limitAddress, queueByAccount } from './limits.ts';
import { parseBody, readText } from './read-body.ts';
import { captchaSchema, requireCaptcha } from './require-captcha.ts';

/**
 * The client of a request. Users see it in their list of devices, and rate limits use its address. Nothing else trusts
 * it.
 */
export type SessionClient = { readonly userAgent: string; readonly ip: string };

type Incoming = {
  readonly c: Context;
  readonly client: SessionClient;
  /** Reads the body once. A body that is too large fails. */
  readonly text: () => Steps<string>;
};

export type AuthRequest<Caller, Body> = Incoming & { readonly caller: Caller; readonly body: Body };

/** A request whose caller is unknown. */
type Arrival = Incoming & {
  /** Counts the request by its network address. */
  readonly count: () => Steps<void>;
  /** Makes the request wait for others of this account. */
  readonly queue: (userId: string) => void;
};

/** Decides who may call a route. It counts the request before any work for strangers. */
export type Guard<Caller> = (auth: AuthContext, request: Arrival) => Steps<Caller>;

/** What guards a route, in the order in which it is checked, and its work. */
export type RouteSpec<Caller, Body> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below /auth/v1. `:name` matches one segment. */
  readonly path: string;
  /** The value of the query parameter `grant_type`, which tells the routes of /token apart. */
  readonly grantType?: string;
  /** Answers requests that must change nothing, such as those of link scanners. They are not counted. */
  readonly spare?: (c: Context) => Response | null;
  /** Whether the settings offer the route: null, or how it is refused. */
  readonly offered?: (settings: AuthSettings, c: Context) => AuthFailure['type'] | null;
  /** Reads the body before the caller is authenticated: a slow body may take long, and the account may change meanwhile. */
  readonly readsBodyFirst?: true;
  /** The limit of requests from one network address. `none` is only for answers that cost nothing. */
  readonly limit: LimitName | 'none';
  readonly caller: Guard<Caller>;
  readonly body: BodyParser<Body>;
  /** Requires a solved captcha if the operator has configured a provider. */
  readonly captcha?: true;
  readonly work: (auth: AuthContext, request: AuthRequest<Caller, Body>) => Steps<Response>;
  /** Answers failures and bugs, if a person waits in front of a browser. Otherwise they are answered as JSON. */
  readonly onFailure?: (auth: AuthContext, c: Context, failure: AuthFailure) => Response;
};

export type Route = Pick<RouteSpec<never, never>, 'method' | 'path' | 'grantType' | 'limit' | 'captcha'> & {
  readonly handle: (auth: AuthContext) => Handler;
};

type BodyParser<Body> = { readonly parse: (text: () => Steps<string>) => Steps<Body> };

/** The route takes no body, or reads it by itself. */
export const noBody: BodyParser<null> = {
  async *parse() {
    return null;
  },
};

/** The route takes JSON that matches a schema. */
export const jsonBody = <Body>(schema: GenericSchema<unknown, Body>): BodyParser<Body> => ({
  async *parse(text) {
    return yield* parseBody(yield* text(), schema);
  },
});

/** The route takes JSON that matches a schema, or no body: null. */
export const optionalJsonBody = <Body>(schema: GenericSchema<unknown, Body>): BodyParser<Body | null> => ({
  async *parse(text) {
    const json = yield* text();
    return json === '' ? null : yield* parseBody(json, schema);
  },
});

/** Anyone may call the route. */
export const anyone: Guard<null> = async function* (_auth, { count }) {
  yield* count();
  return null;
};

export function defineRoute<Caller, Body>(spec: RouteSpec<Caller, Body>): Route {
  const { method, path, grantType, limit, captcha, onFailure = answerAsJson } = spec;
  const handle =
    (auth: AuthContext): Handler =>
    async (c, next) => {
      if (grantType !== undefined && c.req.query('grant_type') !== grantType) return next();
      try {
        const result = await runSteps(passGuards(auth, c, spec));
        return result.ok ? result.value : onFailure(auth, c, result.failure);
      } catch (error) {
        if (spec.onFailure === undefined) throw error;
        reportBug(error);
        return onFailure(auth, c, { type: 'unexpected' });
      }
    };
  return { method, path, limit, handle, ...(grantType !== undefined && { grantType }), ...(captcha && { captcha }) };
}

/** For `offered`: the route is about passwords, or about emailed links that would replace one (product P8). */
export const ifPasswords = ({ passwords }: AuthSettings): AuthFailure['type'] | null =>
  passwords ? null : 'password-logins-disabled';

/** A route that is always refused. */
export const defineRefusal = (path: string, type: AuthFailure['type'], grantType?: string): Route =>
  defineRoute({
    method: 'POST',
    path,
    ...(grantType !== undefined && { grantType }),
    limit: 'none',
    caller: anyone,
    body: noBody,
    async *work() {
      return yield* fail(type);
    },
  });

async function* passGuards<Caller, Body>(
  auth: AuthContext,
  c: Context,
  spec: RouteSpec<Caller, Body>,
): Steps<Response> {
  const spared = spec.spare?.(c);
  if (spared instanceof Response) return spared;
  const refusal = spec.offered?.(auth.settings, c) ?? null;
  if (refusal !== null) return yield* fail(refusal);
  const incoming = { c, client: readClient(auth, c), text: readOnce(c) };
  if (spec.readsBodyFirst === true) yield* incoming.text();
  const { limit } = spec;
  const count = async function* (): Steps<void> {
    if (limit !== 'none') yield* limitAddress(auth, incoming.client.ip, limit);
  };
  const accounts: string[] = [];
  const queue = (userId: string): void => void accounts.push(userId);
  const caller = yield* spec.caller(auth, { ...incoming, count, queue });
  const body = yield* spec.body.parse(incoming.text);
  if (spec.captcha === true) yield* checkCaptcha(auth, incoming);
  return yield* queueByAccount(auth, accounts[0], () => spec.work(auth, { ...incoming, caller, body }));
}

async function* checkCaptcha(auth: AuthContext, { client, text }: Incoming): Steps<void> {
  const { gotrue_meta_security: security } = yield* parseBody(yield* text(), captchaSchema);
  yield* requireCaptcha(auth, client, security);
}

/** Longer than the user agent of any browser. */
const MAX_USER_AGENT = 500;

function readClient({ addressOf }: AuthContext, c: Context): SessionClient {
  return { userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT), ip: addressOf(c.req.raw) };
}

function readOnce(c: Context): () => Steps<string> {
  let text: string | null = null;
  return async function* () {
    text ??= yield* readText(c);
    return text;
  };
}

const answerAsJson = (_auth: AuthContext, c: Context, failure: AuthFailure): Response => answerFailure(c, failure);

const VERSION_HEADER = 'x-supabase-api-version';
const VERSION = '2024-01-01';

/**
 * Responds with a failure. Since API version 2024-01-01 the body is `{code, message}`, and a response header repeats
 * the version so that the client can tell. Before, the body was `{code: <status>, error_code, msg}` (supabase/auth,
 * internal/api/errors.go).
 */
export function answerFailure(c: Context, failure: AuthFailure): Response {
  const { status, code, message } = readRefusal(failure);
  const isCurrent = isCurrentVersion(c.req.header(VERSION_HEADER));
  const legacyId = status === 500 ? { error_id: randomUUID() } : {};
  return c.json(
    {
      ...(isCurrent ? { code, message } : { code: status, error_code: code, msg: message, ...legacyId }),
      ...(failure.reasons && { weak_password: { reasons: failure.reasons } }),
    },
    status,
    {
      'x-sb-error-code': code,
      ...(isCurrent && { [VERSION_HEADER]: VERSION }),
      ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
    },
  );
}

/** Versions are ISO dates, so they compare as strings. */
function isCurrentVersion(version = ''): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(version) && version >= VERSION;
}
