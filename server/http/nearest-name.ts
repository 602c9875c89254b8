/** Finds the known name that is most similar to an unknown one. */

/** The minimum similarity, from 0 to 1. */
const MIN_SIMILARITY = 0.75;
/** A Postgres name has at most 63 bytes. */
const MAX_LENGTH = 64;

/** Returns the most similar name by Levenshtein distance, or null if none is similar. */
export function nearestName(wanted: string, names: Iterable<string>): string | null {
  if (wanted.length > MAX_LENGTH) return null;
  let nearest: string | null = null;
  let best = MIN_SIMILARITY;
  for (const name of names) {
    const similarity = 1 - distance(wanted, name) / Math.max(wanted.length, name.length, 1);
    if (similarity >= best) [nearest, best] = [name, similarity];
  }
  return nearest;
}

/** The Levenshtein distance, computed row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[b.length] ?? 0;
}
