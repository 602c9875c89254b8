/** What only a bug can cause, for whoever keeps the server running: written down, and never told to a visitor. */
import { readErrorCode } from './error-code.ts';

type Reporter = (description: string) => void;

let report: Reporter = (description) => void process.stderr.write(`${description}\n`);

/** From now on bugs are described to this; until then they go to the error stream. */
export function sendBugsTo(reporter: Reporter): void {
  report = reporter;
}

/** Takes anything that was thrown, and writes it down, unless a visitor caused it by hanging up. */
export function reportBug(error: unknown): void {
  if (!isHangingUp(error)) report(describeBug(error));
}

/** Who left in the middle of a body (node:_http_server, abortIncoming): strangers must not fill the log with that. */
const isHangingUp = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && readErrorCode(error) === 'ECONNRESET';

/**
 * Says what happened and where, without the values it happened with: what Postgres says may quote rows (its error fields
 * message, detail and where), and what a parser says quotes what it could not read.
 */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return `Something was thrown that is no error: ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeBug(error.cause)}`;
  return `${describeError(error)}${cause}`;
}

function describeError(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (error.name === 'PostgresError') return [`Postgres refused with ${readErrorCode(error)}`, ...frames].join('\n');
  if (error instanceof SyntaxError) return [`${error.name}: something could not be read`, ...frames].join('\n');
  const code = 'code' in error ? ` (${readErrorCode(error)})` : '';
  return [`${error.name}: ${error.message}${code}`, ...frames].join('\n');
}
