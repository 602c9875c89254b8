/** An effect that derives state. */
import { useEffect, useState } from 'react';

export function Doubled({ weight }: { readonly weight: number }) {
  const [doubled, setDoubled] = useState(0);
  useEffect(() => {
    setDoubled(weight * 2);
  }, [weight]);
  return <p>{doubled}</p>;
}
