/** Which rows are wanted: `limit`, `offset` and the Range header, and how the answer tells it. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

/** Rows wanted: from an offset on, at most so many. */
export type RowRange = { readonly offset: number; readonly limit: number | null };

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Takes `limit` and `offset` as they were given; what is no number counts as not given, as PostgREST has it. */
export function parseLimits(limit: string | null, offset: string | null): Result<RowRange, RestFailure> {
  const wanted = toWhole(limit);
  if (wanted !== null && wanted < 0) return fail({ type: 'wrong-range', why: 'negative-limit' });
  return ok({ offset: Math.max(toWhole(offset) ?? 0, 0), limit: wanted });
}

/** What both a range and a Range header (`0-24`, unit items) admit; a header that is no range asks for nothing. */
export function narrowByHeader(range: RowRange, header: string | undefined): Result<RowRange, RestFailure> {
  const [, lower, upper] = /^(\d+)-(\d*)$/u.exec(header ?? '') ?? [];
  if (lower === undefined) return ok(range);
  const [first, last] = [Number(lower), upper === '' ? LARGEST : Number(upper)];
  if (last < first) return fail({ type: 'wrong-range', why: 'lower-above-upper' });
  const offset = Math.max(range.offset, Math.min(first, LARGEST));
  const end = Math.min(last + 1, range.offset + (range.limit ?? LARGEST));
  return ok({ offset, limit: end >= LARGEST ? null : Math.max(end - offset, 0) });
}

/** At most so many rows, whatever was asked for (`db-max-rows`). */
export function capRange(range: RowRange, maxRows: number): RowRange {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) };
}

/** Writes Content-Range: `0-24/100`, or a star for what is not there or not known. */
export function writeContentRange(first: number, rows: number, total: number | null): string {
  const rangeText = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*';
  return `${rangeText}/${total ?? '*'}`;
}

function toWhole(text: string | null): number | null {
  if (text === null || !/^-?\d+$/u.test(text)) return null;
  return Math.min(Math.max(Number(text), -LARGEST), LARGEST);
}
