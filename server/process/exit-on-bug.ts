/** What happens when something was thrown that nobody catches: the process ends, and says by its code that it may be started again. */
import { reportBug } from '#server/report-bug.ts';

/** EX_SOFTWARE of sysexits.h. scripts/start.js, or an operator's supervisor, starts the server again after it. */
const FELL = 70;

/**
 * To be called first. A process in an unknown state must not go on answering; nothing is lost by a new one, since what
 * was acknowledged is in the database. It happens: the driver can throw outside every promise when Postgres is killed
 * in the middle of a write (porsager/postgres issue 1208).
 */
export function exitOnBug(): void {
  process.on('uncaughtException', (error) => {
    reportBug(error);
    process.exit(FELL);
  });
}
