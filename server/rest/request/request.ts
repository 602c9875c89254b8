/** Parses a request and authenticates its caller. */
import type { Caller } from '#server/database/database.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { combineResults, fail, ok, type Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import { chooseMedia, parsePreferences, type Media, type Preferences } from './preferences.ts';
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
