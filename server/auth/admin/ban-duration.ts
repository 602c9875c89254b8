/** Parses ban durations in Go's format, such as 24h or 1h30m, or `none`. */

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** About 1,000 years, which Postgres and JavaScript can still represent. */
const MAX = 9_000_000 * 3_600_000;

/**
 * Parses a duration.
 * @returns the end of the ban, null to lift the ban, or undefined if the text is empty
 */
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
