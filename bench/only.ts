/** Which parts of a benchmark are run: all, or those that `--only` names. */

/**
 * Whether a part is wanted. Rows are called as their part is, with more words behind it: `--only` may name a part, a row, or
 * the beginning of several.
 */
export function isWanted(part: string, only: string | undefined): boolean {
  return only === undefined || part.startsWith(only) || only.startsWith(part);
}
