/** Exits after an uncaught error, with an exit code that requests a restart. */
import { reportBug } from '#server/log/report-bug.ts';

/** EX_SOFTWARE in sysexits.h. scripts/start.js, or the operator's supervisor, restarts the server after it. */
const CRASHED = 70;

/**
 * Call this first. A process in an unknown state must not continue, and a restart loses nothing, because every acknowledged
 * write is in the database.
 */
export function exitOnBug(): void {
  process.on('uncaughtException', (error) => {
    reportBug(error);
    process.exit(CRASHED);
  });
}
