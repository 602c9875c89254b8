/** The options of all connections to Postgres. */
import type { Options, Sql } from 'postgres';

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
