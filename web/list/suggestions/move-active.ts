/** Where the arrow keys move in a list of suggestions. */

/**
 * @param active the place one stands on; null in the field itself
 * @returns the next place, or undefined when the key moves nothing
 */
export function moveActive(key: string, active: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return active === null ? 0 : active + 1 < count ? active + 1 : null;
  if (key === 'ArrowUp') return active === null ? count - 1 : active > 0 ? active - 1 : null;
  return undefined;
}
