/** Finds the name that somebody may have meant. */

/** How alike two names have to be: of 1. */
const LIKENESS = 0.75;
/** A name of Postgres has at most 63 bytes. */
const LONGEST = 64;

/** Gives the most similar name, by the number of letters to change; null where none is similar. */
export function nearestName(wanted: string, names: Iterable<string>): string | null {
  if (wanted.length > LONGEST) return null;
  let nearest: string | null = null;
  let best = LIKENESS;
  for (const name of names) {
    const likeness = 1 - distance(wanted, name) / Math.max(wanted.length, name.length, 1);
    if (likeness >= best) [nearest, best] = [name, likeness];
  }
  return nearest;
}

/** Levenshtein's distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const swap = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[b.length] ?? 0;
}
