/** What goes back to a caller, before it is HTTP. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { RestFailure } from './failures/failure.ts';
import { writeContentRange } from './request/range.ts';
import type { RowRange } from './request/range.ts';
import type { RestRequest } from './request/request.ts';
import type { Outcome } from './run-statement.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the status allows none or none is wanted. */
  readonly body: string | null;
};

/** The answer that shows a range of rows: 206 where there are more, 416 where it begins behind the last. */
export function answerRows(request: RestRequest, range: RowRange, outcome: Outcome): Result<Answer, RestFailure> {
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

/** What says how a body is to be read. */
export function contentHeaders({ media, schema, isNegotiated }: RestRequest): Answer['headers'] {
  const profile = isNegotiated ? { 'content-profile': schema } : {};
  return { 'content-type': media.contentType, ...profile };
}

/** Says which preferences were followed (RFC 7240, section 3), in PostgREST's order. */
export function appliedHeader(
  { preferences }: Pick<RestRequest, 'preferences'>,
  names: readonly (keyof RestRequest['preferences'])[],
): Answer['headers'] {
  const applied = names.flatMap((name) => (preferences[name] === null ? [] : [`${name}=${preferences[name]}`]));
  return applied.length === 0 ? {} : { 'preference-applied': applied.join(', ') };
}
