/** Tells the operator of a bug without what callers sent: no address, no token. */
import { readErrorCode } from '#server/error-code.ts';
import { reportBug } from '#server/report-bug.ts';

/** Takes anything that was thrown. What Postgres says may quote values (its error fields message, detail and where). */
export function reportQuietly(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'PostgresError') {
    reportBug(error);
    return;
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  reportBug(
    Object.assign(new Error(), { stack: [`Postgres refused with ${readErrorCode(error)}`, ...frames].join('\n') }),
  );
}
