/** Ends the process when an error was thrown that nothing catches, with an exit code that asks for a restart. */
import { reportBug } from '#server/report-bug.ts';

/** EX_SOFTWARE of sysexits.h. scripts/start.js, or an operator's supervisor, restarts the server after it. */
const FELL = 70;

/**
 * Call it first. A process in an unknown state must not go on answering, and a new one loses nothing: every acknowledged
 * write is in the database.
 */
export function exitOnBug(): void {
  process.on('uncaughtException', (error) => {
    reportBug(error);
    process.exit(FELL);
  });
}
