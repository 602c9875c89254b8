/** The operating system's short name for what went wrong, such as EADDRINUSE. */

/** Takes anything that was caught. Gives its code, or UNKNOWN where it carries none. */
export function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
