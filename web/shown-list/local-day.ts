/** The day in the names of saved files. */

const MINUTE = 60_000;

/** The device's day at a time, such as 2026-11-27, and not that of UTC. */
export function localDay(isoTime: string): string {
  const time = new Date(isoTime);
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString().slice(0, 10);
}
