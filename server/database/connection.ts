/** How each connection to Postgres behaves. */
import type { Options, Sql } from 'postgres';

/** Options of the driver. */
export const CONNECTION: Options<Record<string, never>> = {
  connect_timeout: 10,
  // A database that was killed comes back: the next query tries again soon.
  backoff: (retries) => Math.min(0.1 * 2 ** retries, 2),
  onnotice: () => undefined,
  connection: {
    application_name: 'checklist',
    // Whatever runs longer holds up others for nothing.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  },
};

/** Closes what is open; what is still under way has a moment to end. */
export const closeQuietly = (sql: Sql): Promise<void> => sql.end({ timeout: 2 });
