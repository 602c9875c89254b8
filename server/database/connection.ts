/** The options of all connections to Postgres, and how a lost one is recognized. */
import type { Options, Sql } from 'postgres';
import { readErrorCode } from '#server/result.ts';

/** Options of the driver. */
export const CONNECTION: Options<Record<string, never>> = {
  connect_timeout: 10,
  // Retries soon, because a killed private database is restarted at once.
  backoff: (retries) => Math.min(0.1 * 2 ** retries, 2),
  onnotice: () => undefined,
  connection: {
    application_name: 'checklist',
    // No statement of the server takes this long.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  },
};

/** Closes all connections. Queries in progress have two seconds. */
export const closeQuietly = (sql: Sql): Promise<void> => sql.end({ timeout: 2 });

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

/**
 * Returns the TLS options of a database URL. With `sslmode=require` the driver encrypts but checks no certificate, so that an
 * attacker in the network could pose as the database. Here, every mode that requires TLS checks the certificate and its host.
 * @param url `sslmode` is one of libpq's modes, or `no-verify` to encrypt without a check
 */
export function readTlsOptions(url: string): Pick<Options<Record<string, never>>, 'ssl'> {
  const mode = URL.parse(url)?.searchParams.get('sslmode') ?? '';
  if (mode === 'no-verify') return { ssl: { rejectUnauthorized: false } };
  return ['require', 'verify-ca', 'verify-full'].includes(mode) ? { ssl: { rejectUnauthorized: true } } : {};
}
