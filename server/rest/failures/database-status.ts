/** The HTTP status of an error of Postgres, as PostgREST chooses it. */

/** The fields of a Postgres error that a caller may see. */
export type DatabaseError = {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
};

/** The first matching prefix decides. All other errors are the caller's (400). */
const STATUS_BY_CODE: readonly (readonly [prefix: string, status: number])[] = [
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

/** Returns the status. A missing right is 401 for an anonymous caller, who could sign in, and 403 for others. */
export function databaseStatus({ code, message }: DatabaseError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  const byMessage = STATUS_BY_MESSAGE.find(([known, text]) => code === known && text.test(message))?.[2];
  return byMessage ?? chosenStatus(code) ?? STATUS_BY_CODE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

/** Codes whose status also depends on the message. */
const STATUS_BY_MESSAGE: readonly (readonly [code: string, text: RegExp, status: number])[] = [
  ['22023', /^role .* does not exist$/su, 401],
  // The same row twice in one upsert is an error of the caller, not of a database function.
  ['21000', /^ON CONFLICT DO UPDATE/u, 400],
];

/** A function may choose the status itself: SQLSTATE `PT` and three digits. */
function chosenStatus(code: string): number | null {
  if (!code.startsWith('PT')) return null;
  return /^PT[2-5]\d\d$/u.test(code) ? Number(code.slice(2)) : 500;
}
