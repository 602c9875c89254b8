/** Which HTTP status an error of Postgres becomes (PostgREST's reference, "HTTP Status Codes"). */
import type { DatabaseRefusal } from './failure.ts';

/** The longest beginning of a code decides; every other error is the caller's (400). */
const STATUS_BY_CODE: readonly (readonly [beginning: string, status: number])[] = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['21000', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
];

/** Gives the status; what an anonymous caller may not do, a signed-in one might: 401. */
export function databaseStatus({ code, message }: DatabaseRefusal, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  const worded = STATUS_BY_WORDS.find(([known, words]) => code === known && words.test(message))?.[2];
  return worded ?? chosenStatus(code) ?? STATUS_BY_CODE.find(([beginning]) => code.startsWith(beginning))?.[1] ?? 400;
}

/** Where the code alone does not say whose fault it is. */
const STATUS_BY_WORDS: readonly (readonly [code: string, words: RegExp, status: number])[] = [
  ['22023', /^role .* does not exist$/su, 401],
  // The same row twice in one upsert: the caller's body is wrong, not a function of the database's.
  ['21000', /^ON CONFLICT DO UPDATE/u, 400],
];

/** A function may choose the status itself: SQLSTATE `PT` and three digits. */
function chosenStatus(code: string): number | null {
  if (!code.startsWith('PT')) return null;
  return /^PT[2-5]\d\d$/u.test(code) ? Number(code.slice(2)) : 500;
}
