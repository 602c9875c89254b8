/** A component whose suppressed rule keeps the compiler out. */
import { useEffect } from 'react';

export function Weigh({ tell }: { readonly tell: () => void }) {
  useEffect(() => {
    tell();
    // Planted: the reason does not matter.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return <p />;
}
