/** Nine ways through one function. */
export function grade(weight: number): number {
  if (weight > 900) return 9;
  if (weight > 800) return 8;
  if (weight > 700) return 7;
  if (weight > 600) return 6;
  if (weight > 500) return 5;
  if (weight > 400) return 4;
  if (weight > 300) return 3;
  if (weight > 200) return 2;
  return 0;
}
