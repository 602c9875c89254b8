/** How long a user is banned, as operators write it: Go's durations, such as 24h or 1h30m, or none. */

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Some 1,000 years: longer than anybody means, and still a time that Postgres and JavaScript know. */
const MAX = 9_000_000 * 3_600_000;

/** Gives the end of the ban, null where there is to be none, undefined where nothing is said. */
export function parseBanDuration(text: string, now: Date): Date | null | undefined | 'invalid' {
  if (text === '') return undefined;
  if (text === 'none') return null;
  if (text.length > 40 || !/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return 'invalid';
  const parts = text.matchAll(/(\d+(?:\.\d+)?)([a-zµ]+)/g);
  const duration = Array.from(parts, ([, count, unit = '']) => Number(count) * (UNITS[unit] ?? 0)).reduce(
    (a, b) => a + b,
  );
  return duration > MAX ? 'invalid' : new Date(now.getTime() + duration);
}
