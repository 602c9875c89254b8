/** A request, understood: who calls, which schema is meant, what is asked and preferred. */
import type { Caller } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import { authenticate } from './authenticate.ts';
import type { RestFailure } from './failure.ts';
import { gather } from './gather.ts';
import { parseQuery } from './grammar/query.ts';
import type { Query, SelectItem } from './grammar/syntax.ts';
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
  isCall: boolean,
): Promise<Result<RestRequest, RestFailure>> {
  const apiKey = raw.headers['apikey'] ?? raw.params.get('apikey') ?? undefined;
  const caller = await authenticate(tokens, { authorization: raw.headers['authorization'], apiKey });
  if (!caller.ok) return caller;
  const said = gather({
    schema: chooseSchema(raw, schemas),
    preferences: parsePreferences(raw.headers['prefer']),
    media: chooseMedia(raw.headers['accept']),
    query: parseQuery(raw.params, isCall && isReading(raw)),
  });
  return said.ok ? { ok: true, value: { ...raw, caller: caller.value, ...said.value, ...said.value.schema } } : said;
}

export const isReading = ({ method }: Pick<RawRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Embedding other tables is not ours to do, and aggregates are off as on the hosted service. */
export function refuseBeyondColumns(
  select: readonly SelectItem[],
  parent: { readonly schema: string; readonly name: string },
): RestFailure | null {
  if (select.some((item) => item.type === 'aggregate')) return { type: 'aggregates-refused' };
  const embedding = select.find((item) => item.type === 'embedding');
  if (embedding === undefined) return null;
  return { type: 'no-relationship', schema: parent.schema, parent: parent.name, child: embedding.name };
}

type ChosenSchema = Pick<RestRequest, 'schema' | 'isNegotiated'>;

function chooseSchema(raw: RawRequest, schemas: readonly string[]): Result<ChosenSchema, RestFailure> {
  const wanted = raw.headers[isReading(raw) ? 'accept-profile' : 'content-profile'];
  const schema = wanted ?? schemas[0] ?? '';
  if (!schemas.includes(schema)) return { ok: false, failure: { type: 'unknown-schema', schema, schemas } };
  return { ok: true, value: { schema, isNegotiated: wanted !== undefined } };
}
