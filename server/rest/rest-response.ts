/** Creates and compresses responses. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from '#server/http/choose-encoding.ts';
import type { RestFailure } from './failure.ts';
import { writeContentRange, type RowRange } from '#server/rest/request/query.ts';
import type { RestRequest } from '#server/rest/request/request.ts';
import { fail, ok, type Result } from '#server/result.ts';
import type { Outcome } from './run-statement.ts';

export type RestResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the status or the method allows no body. */
  readonly body: string | null;
};

/** Creates the response with a range of rows: 206 if there are more rows, 416 if the range starts after the last. */
export function rowsToResponse(
  request: RestRequest,
  range: RowRange,
  outcome: Outcome,
): Result<RestResponse, RestFailure> {
  const { total, rows, body } = outcome;
  if (total !== null && range.offset > total) {
    return fail({ type: 'range-out-of-bounds', offset: range.offset, total });
  }
  const headers = {
    ...contentHeaders(request),
    'content-range': writeContentRange(range.offset, rows, total),
    ...appliedHeader(request, ['count', 'handling']),
  };
  const status = total !== null && rows < total ? 206 : 200;
  return ok({ status, headers, body: request.method === 'HEAD' ? null : body });
}

/** The headers that describe a body. */
export function contentHeaders({ media, schema, isNegotiated }: RestRequest): RestResponse['headers'] {
  const profile = isNegotiated ? { 'content-profile': schema } : {};
  return { 'content-type': media.contentType, ...profile };
}

/** The header Preference-Applied (RFC 7240, section 3), in PostgREST's order. */
export function appliedHeader(
  { preferences }: Pick<RestRequest, 'preferences'>,
  names: readonly (keyof RestRequest['preferences'])[],
): RestResponse['headers'] {
  const applied = names.flatMap((name) => (preferences[name] === null ? [] : [`${name}=${preferences[name]}`]));
  return applied.length === 0 ? {} : { 'preference-applied': applied.join(', ') };
}

/** Shorter bodies gain nothing. */
const MIN_LENGTH = 1024;

// Fast levels are enough, because rows repeat their keys.
const compress = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string) => promisify(gzip)(body, { level: constants.Z_BEST_SPEED }),
};

type Compressed = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Compresses a body.
 * @param accepted the request's Accept-Encoding (RFC 9110, section 12.5.3)
 * @returns null if the body is short, or the client accepts no supported encoding
 */
export async function compressBody(body: string | null, accepted: string | undefined): Promise<Compressed | null> {
  const encoding = chooseEncoding(accepted);
  if (body === null || body.length < MIN_LENGTH || encoding === undefined) return null;
  return {
    body: new Uint8Array(await compress[encoding](body)),
    headers: { 'content-encoding': encoding, vary: 'Accept-Encoding' },
  };
}
