/** A variable that never varies. */
export function one(): number {
  let weight = 1;
  return weight;
}
