/** Four levels in one function. */
export function countFull(shops: readonly (readonly (readonly number[])[])[]): number {
  let full = 0;
  for (const shop of shops) {
    for (const shelf of shop) {
      for (const weight of shelf) {
        if (weight > 1) full += 1;
      }
    }
  }
  return full;
}
