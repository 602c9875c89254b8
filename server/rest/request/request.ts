/** Parses a request with its preferences and media types, and authenticates its caller. */
import type { Caller } from '#server/database/database.ts';
import type { RestFailure } from '#server/rest/failure.ts';
import { combineResults, fail, ok, type Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import { capRange, narrowByHeader, parseQuery, type Query, type RowRange } from './query.ts';

/** A request without its body. */
export type RawRequest = {
  readonly method: string;
  /** The path below the mount point, such as `/items` or `/rpc/name`. */
  readonly path: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly params: URLSearchParams;
  /** The network address; '' if it is unknown. */
  readonly address: string;
};

export type RestRequest = RawRequest & {
  readonly caller: Caller;
  readonly schema: string;
  /** Whether a header chose the schema. */
  readonly isNegotiated: boolean;
  readonly preferences: Preferences;
  readonly media: Media;
  readonly query: Query;
};

type RequestParts = { readonly tokens: Pick<Tokens, 'authenticate'>; readonly schemas: readonly string[] };

/** Parses a request for a table or a function. Returns the first failure. */
export async function parseRequest(
  { tokens, schemas }: RequestParts,
  raw: RawRequest,
  target: { readonly name: string; readonly isCall: boolean },
): Promise<Result<RestRequest, RestFailure>> {
  const apiKey = raw.headers['apikey'] ?? raw.params.get('apikey') ?? undefined;
  const caller = await authenticate(tokens, { authorization: raw.headers['authorization'], apiKey });
  if (!caller.ok) return caller;
  const parsed = combineResults({
    schema: chooseSchema(raw, schemas),
    media: chooseMedia(raw.headers['accept']),
    preferences: parsePreferences(raw.headers['prefer']),
    query: parseQuery(raw.params, { name: target.name, isCall: target.isCall && isReading(raw) }),
  });
  if (!parsed.ok) return parsed;
  return ok({ ...raw, caller: caller.value, ...parsed.value, ...parsed.value.schema });
}

export const isReading = ({ method }: Pick<RawRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Combines the parameters, the Range header of a GET request, and the server's maximum. */
export function chooseRange({ query, method, headers }: RestRequest, maxRows: number): Result<RowRange, RestFailure> {
  const range = narrowByHeader(query.range, method === 'GET' ? headers['range'] : undefined);
  return range.ok ? ok(capRange(range.value, maxRows)) : range;
}

type ChosenSchema = Pick<RestRequest, 'schema' | 'isNegotiated'>;

function chooseSchema(raw: RawRequest, schemas: readonly string[]): Result<ChosenSchema, RestFailure> {
  const profile = raw.headers[isReading(raw) ? 'accept-profile' : 'content-profile'];
  const schema = profile ?? schemas[0] ?? '';
  if (!schemas.includes(schema)) return fail({ type: 'unknown-schema', schema, schemas });
  return ok({ schema, isNegotiated: profile !== undefined });
}

type Credentials = {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
};

/** Returns the caller. Fails with PGRST301 or PGRST303 for a token, or the hosted gateway's error for a key. */
async function authenticate(
  tokens: Pick<Tokens, 'authenticate'>,
  { authorization, apiKey }: Credentials,
): Promise<Result<Caller, RestFailure>> {
  const bearer = /^bearer(?:\s+(.*))?$/isu.exec(authorization?.trim() ?? '');
  if (bearer !== null) return authenticateToken(tokens, bearer[1] ?? '');
  if (apiKey === undefined || apiKey === '') return fail({ type: 'no-key' });
  const caller = await tokens.authenticate(apiKey);
  return caller.ok ? caller : fail({ type: 'wrong-key' });
}

async function authenticateToken(
  tokens: Pick<Tokens, 'authenticate'>,
  token: string,
): Promise<Result<Caller, RestFailure>> {
  if (token === '') return fail({ type: 'wrong-token', token: 'empty' });
  const caller = await tokens.authenticate(token);
  if (caller.ok) return caller;
  if (caller.failure.type === 'expired-token') return fail({ type: 'expired-token' });
  return fail({ type: 'wrong-token', token: token.split('.').length === 3 ? 'unverified' : 'malformed' });
}

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'representation' | 'minimal' | null;
  /** Every count is exact: lists are small, and an exact count is also a good estimate. */
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly handling: 'strict' | 'lenient' | null;
};

const VALUES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const;

/**
 * Parses the header. If a preference occurs twice, the first one counts. Unknown preferences are ignored, or refused if the
 * caller demands it, for example because a limit such as `max-affected` must not be ignored.
 */
export function parsePreferences(header: string | undefined): Result<Preferences, RestFailure> {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const handling = findValue(parts, 'handling');
  const unknown = handling === 'strict' ? parts.filter((part) => !isKnown(part)) : [];
  if (unknown.length > 0) return fail({ type: 'unknown-preferences', preferences: unknown });
  return ok({
    resolution: findValue(parts, 'resolution'),
    missing: findValue(parts, 'missing'),
    return: findValue(parts, 'return'),
    count: findValue(parts, 'count'),
    handling,
  });
}

const isKnown = (part: string): boolean =>
  Object.entries(VALUES).some(([name, values]) => values.some((value) => part === `${name}=${value}`));

function findValue<Name extends keyof typeof VALUES>(
  parts: readonly string[],
  name: Name,
): (typeof VALUES)[Name][number] | null {
  const values: readonly (typeof VALUES)[Name][number][] = VALUES[name];
  for (const part of parts) {
    const found = values.find((value) => part === `${name}=${value}`);
    if (found !== undefined) return found;
  }
  return null;
}

export type Media = {
  /** Whether the response is a single object instead of a list. */
  readonly isObject: boolean;
  readonly contentType: string;
};

const LIST: Media = { isObject: false, contentType: 'application/json; charset=utf-8' };
const OBJECT: Media = { isObject: true, contentType: 'application/vnd.pgrst.object+json; charset=utf-8' };

const MEDIA_BY_TYPE: ReadonlyMap<string, Media> = new Map([
  ['application/vnd.pgrst.object+json', OBJECT],
  ['application/vnd.pgrst.object', OBJECT],
  ['application/json', LIST],
  ['application/vnd.pgrst.array+json', LIST],
  ['application/vnd.pgrst.array', LIST],
  ['application/*', LIST],
  ['*/*', LIST],
  ['', LIST],
]);

/** Returns the first supported type of the header Accept, JSON by default. Fails with PGRST107. */
export function chooseMedia(accept = ''): Result<Media, RestFailure> {
  for (const range of accept.split(',')) {
    const type = range.replace(/;\s*(?:q=[\d.]+|charset=[\w-]+)\s*/gu, '').trim();
    const media = MEDIA_BY_TYPE.get(type.toLowerCase());
    if (media !== undefined) return ok(media);
  }
  return fail({ type: 'no-such-media-type', accept });
}
