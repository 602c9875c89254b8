/** A parameter that changes under the reader. */
export function grow(weight: number): number {
  weight += 1;
  return weight;
}
