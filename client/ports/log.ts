/** The log for failures that users do not see (spec section 8, 'only logged'). */

export type LogEvent = 'sync failed' | 'profile not created' | 'default categories not created';

/**
 * Logs a failure that the app does not show.
 * @param code identifies the failure, such as `42501` or `transient`; never a name, an address or a row
 */
export type Log = (event: LogEvent, code: string) => void;
