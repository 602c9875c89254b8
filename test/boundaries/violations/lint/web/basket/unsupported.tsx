/** A component with syntax that no compiler can follow. */
export function Weigh({ words }: { readonly words: string }) {
  const weight: unknown = eval(words);
  return <p>{String(weight)}</p>;
}
