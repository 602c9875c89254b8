/** Reports unexpected errors to the operator. Callers only get a general message. */
import { readErrorCode } from '#server/result.ts';

type Reporter = (description: string) => void;

let report: Reporter = (description) => void process.stderr.write(`${description}\n`);

/** Sets where bugs are reported. The default is the error stream. */
export function sendBugsTo(reporter: Reporter): void {
  report = reporter;
}

/** Reports any thrown value, except the errors of a client that disconnected and of a server that stops. */
export function reportBug(error: unknown): void {
  if (!isClientAbort(error) && !isShutdown(error)) report(describeBug(error));
}

/** The error after a client disconnects during its body (node:_http_server, abortIncoming). It must not fill the log. */
const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && readErrorCode(error) === 'ECONNRESET';

/** The driver's error after the server has closed its connections. Requests that outlast the shutdown end with it. */
const isShutdown = (error: unknown): boolean =>
  ['CONNECTION_ENDED', 'CONNECTION_DESTROYED'].includes(readErrorCode(error));

/**
 * Describes an error and its location without values: messages of Postgres may quote rows (in its fields message, detail
 * and where), and messages of parsers quote their input.
 */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return `A value that is not an error was thrown: ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeBug(error.cause)}`;
  return `${describeError(error)}${cause}`;
}

function describeError(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (error.name === 'PostgresError') return [`Postgres error ${readErrorCode(error)}`, ...frames].join('\n');
  if (error instanceof SyntaxError) return [`${error.name}: invalid input`, ...frames].join('\n');
  const code = 'code' in error ? ` (${readErrorCode(error)})` : '';
  return [`${error.name}: ${error.message}${code}`, ...frames].join('\n');
}
