/** Distinguishes an unavailable database from errors of a statement. */
import { readErrorCode } from '#server/error-code.ts';

/** Whether the connection was lost. The transaction may or may not have been committed. */
export function isConnectionLost(error: unknown): boolean {
  return CONNECTION_LOST.test(readErrorCode(error));
}

/**
 * Whether Postgres itself reported the error, so the transaction was not committed. After any other error, for example
 * while the driver parses a response, the commit may have happened, so the transaction must not be repeated.
 */
export const isPostgresError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PostgresError' && !isConnectionLost(error);

const CONNECTION_LOST =
  /^(?:CONNECTION_|CONNECT_|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|57P0[1-3]$|08|3D000$)/u;
