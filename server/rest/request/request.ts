/** A request, understood: who calls, which schema is meant, what is asked and preferred. */
import type { Caller } from '#server/database/database.ts';
import { combineResults, fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import { authenticate } from './authenticate.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { parseQuery } from './query.ts';
import type { Query } from './query.ts';
import { capRange, narrowByHeader } from './range.ts';
import type { RowRange } from './range.ts';
import { chooseMedia } from './media.ts';
import type { Media } from './media.ts';
import { parsePreferences } from './preferences.ts';
import type { Preferences } from './preferences.ts';

/** What arrived, the body aside. */
export type RawRequest = {
  readonly method: string;
  /** Below the mount point: `/items`, `/rpc/name`. */
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly params: URLSearchParams;
};

export type RestRequest = RawRequest & {
  readonly caller: Caller;
  readonly schema: string;
  /** The schema was asked for by a header. */
  readonly isNegotiated: boolean;
  readonly preferences: Preferences;
  readonly media: Media;
  readonly query: Query;
};

type Parts = { readonly tokens: Pick<Tokens, 'authenticate'>; readonly schemas: readonly string[] };

/** Understands a request for a table or, as a call, for a function. Gives it, or the first failure. */
export async function understand(
  { tokens, schemas }: Parts,
  raw: RawRequest,
  target: { readonly name: string; readonly isCall: boolean },
): Promise<Result<RestRequest, RestFailure>> {
  const apiKey = raw.headers['apikey'] ?? raw.params.get('apikey') ?? undefined;
  const caller = await authenticate(tokens, { authorization: raw.headers['authorization'], apiKey });
  if (!caller.ok) return caller;
  const said = combineResults({
    schema: chooseSchema(raw, schemas),
    media: chooseMedia(raw.headers['accept']),
    query: parseQuery(raw.params, { name: target.name, isCall: target.isCall && isReading(raw) }),
  });
  if (!said.ok) return said;
  const preferences = parsePreferences(raw.headers['prefer']);
  return ok({ ...raw, caller: caller.value, preferences, ...said.value, ...said.value.schema });
}

export const isReading = ({ method }: Pick<RawRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** The rows that the parameters and, for GET, the Range header admit, and no more than the server shows at once. */
export function chooseRange({ query, method, headers }: RestRequest, maxRows: number): Result<RowRange, RestFailure> {
  const wanted = narrowByHeader(query.range, method === 'GET' ? headers['range'] : undefined);
  return wanted.ok ? ok(capRange(wanted.value, maxRows)) : wanted;
}

type ChosenSchema = Pick<RestRequest, 'schema' | 'isNegotiated'>;

function chooseSchema(raw: RawRequest, schemas: readonly string[]): Result<ChosenSchema, RestFailure> {
  const wanted = raw.headers[isReading(raw) ? 'accept-profile' : 'content-profile'];
  const schema = wanted ?? schemas[0] ?? '';
  if (!schemas.includes(schema)) return fail({ type: 'unknown-schema', schema, schemas });
  return ok({ schema, isNegotiated: wanted !== undefined });
}
