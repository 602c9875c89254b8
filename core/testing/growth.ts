/** How the time of a function grows with the length of its text. */

const SHORT = 4000;
const FACTOR = 8;
const MAXIMUM_TRIES = 8;

/** 1 for a function whose time grows in proportion to the length, 8 for one whose time grows with its square. */
const LIMIT = 3.5;

/**
 * Tells whether the time of a function grows in proportion to the length of its text. A long text is compared with as many short
 * ones as have its length, in the same moment; a machine that is busy during one comparison gets another.
 * @param now the time in milliseconds
 */
export function hasLinearGrowth(
  write: (length: number) => string,
  read: (text: string) => void,
  now: () => number,
): boolean {
  const short = write(SHORT);
  const long = write(SHORT * FACTOR);
  const isInProportion = (): boolean => {
    const begun = now();
    for (let count = 0; count < FACTOR; count++) read(short);
    const between = now();
    read(long);
    return now() - between < LIMIT * (between - begun);
  };
  return Array.from({ length: MAXIMUM_TRIES }).some(isInProportion);
}
