/** Something untyped is called. */
export function run(words: string): void {
  JSON.parse(words)();
}
