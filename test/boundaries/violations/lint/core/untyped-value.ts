/** Something untyped gets a name. */
export function lengthOf(words: string): unknown {
  const value = JSON.parse(words);
  return typeof value;
}
