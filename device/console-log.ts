/** The log port, written to the browser's console. */
import type { Log } from '#client/ports/backend.ts';

export const logToConsole: Log = (event, code) => {
  // The one place of the app that writes to the console: failures that are only logged (spec section 8).
  // oxlint-disable-next-line eslint/no-console
  console.warn(`checklist: ${event}`, code);
};
