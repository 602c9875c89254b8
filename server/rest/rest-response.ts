/** A response of the REST API before it is converted to HTTP, and its headers. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { RestFailure } from './failures/failure.ts';
import { writeContentRange } from './request/range.ts';
import type { RowRange } from './request/range.ts';
import type { RestRequest } from './request/request.ts';
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
    ...appliedHeader(request, ['count']),
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
