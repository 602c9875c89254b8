/** The range of requested rows: `limit`, `offset`, the Range header and the Content-Range header. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

/** At most `limit` rows from `offset` on; null is no limit. */
export type RowRange = { readonly offset: number; readonly limit: number | null };

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Parses `limit` and `offset`. As in PostgREST, a text that is not a number is ignored. */
export function parseLimits(limit: string | null, offset: string | null): Result<RowRange, RestFailure> {
  const wanted = toWhole(limit);
  if (wanted !== null && wanted < 0) return fail({ type: 'wrong-range', why: 'negative-limit' });
  return ok({ offset: Math.max(toWhole(offset) ?? 0, 0), limit: wanted });
}

/** Intersects a range with a Range header (`0-24`, unit items). An invalid header is ignored. */
export function narrowByHeader(range: RowRange, header: string | undefined): Result<RowRange, RestFailure> {
  const [, lower, upper] = /^(\d+)-(\d*)$/u.exec(header ?? '') ?? [];
  if (lower === undefined) return ok(range);
  const [first, last] = [Number(lower), upper === '' ? LARGEST : Number(upper)];
  if (last < first) return fail({ type: 'wrong-range', why: 'lower-above-upper' });
  const offset = Math.max(range.offset, Math.min(first, LARGEST));
  const end = Math.min(last + 1, range.offset + (range.limit ?? LARGEST));
  return ok({ offset, limit: end >= LARGEST ? null : Math.max(end - offset, 0) });
}

/** Limits a range to the server's maximum (`db-max-rows`). */
export function capRange(range: RowRange, maxRows: number): RowRange {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) };
}

/** Writes Content-Range, such as `0-24/100`. A star stands for no rows and for an unknown total. */
export function writeContentRange(first: number, rows: number, total: number | null): string {
  const rangeText = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*';
  return `${rangeText}/${total ?? '*'}`;
}

function toWhole(text: string | null): number | null {
  if (text === null || !/^-?\d+$/u.test(text)) return null;
  return Math.min(Math.max(Number(text), -LARGEST), LARGEST);
}
