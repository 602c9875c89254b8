/** Reads the code of an error, such as EADDRINUSE. */

/** Returns the code of any thrown value, or UNKNOWN if it has none. */
export function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
