/** What only a bug can cause, for whoever keeps the server running: written to the error stream, never to a visitor. */
import { inspect } from 'node:util';

/** Takes anything that was thrown, and writes it down. */
export function reportBug(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`);
}
