/** A variable that leaves its block. */
export function one(): number {
  var weight = 1;
  weight += 1;
  return weight;
}
