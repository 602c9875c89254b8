/** Telling a database that is away from one that refuses. */
import { readErrorCode } from '#server/error-code.ts';

/** Whether an error, by its code, says that the connection is lost: then nobody knows whether a commit has happened. */
export function isConnectionLost(error: unknown): boolean {
  return CONNECTION_LOST.test(readErrorCode(error));
}

/**
 * Whether an error is Postgres' own word that a transaction did not happen. Whatever else fails, the driver's reading of an
 * answer among it, leaves open whether the commit happened: it must not be done again.
 */
export const isPostgresError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PostgresError' && !isConnectionLost(error);

const CONNECTION_LOST =
  /^(?:CONNECTION_|CONNECT_|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|57P0[1-3]$|08|3D000$)/u;
