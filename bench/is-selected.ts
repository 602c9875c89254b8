/** Selects the parts of a benchmark to run: all, or those that match `--only`. */

/**
 * Whether `--only` selects a part. The name of a row starts with the name of its part, so `--only` may be the name of a
 * part or a row, or the start of several.
 */
export function isSelected(part: string, only: string | undefined): boolean {
  return only === undefined || part.startsWith(only) || only.startsWith(part);
}
