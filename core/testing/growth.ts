/** How the time of a function grows with the length of its text. */

const SHORT = 4000;
const FACTOR = 16;
const RUNS = 5;

/** More than linear growth (16) with noise, and much less than quadratic growth (256). */
export const LINEAR_GROWTH = 80;

/**
 * Measures how much longer a function takes for a text that is 16 times as long. Unlike a time limit, this is the same on a slow
 * or busy machine: each time is the shortest of several runs.
 * @param now the time in milliseconds
 */
export function measureGrowth(
  write: (length: number) => string,
  read: (text: string) => void,
  now: () => number,
): number {
  const shortestTime = (text: string): number => {
    const times = Array.from({ length: RUNS }, () => {
      const begun = now();
      read(text);
      return now() - begun;
    });
    return Math.min(...times);
  };
  return shortestTime(write(SHORT * FACTOR)) / shortestTime(write(SHORT));
}
