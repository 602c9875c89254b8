/** A component that the compiler cannot optimize. */
export function Weigh({ weigh, done }: { readonly weigh: () => number; readonly done: () => void }) {
  let weight = 0;
  try {
    weight = weigh();
  } finally {
    done();
  }
  return <p>{weight}</p>;
}
