/** A hook that runs sometimes. */
import { useState } from 'react';

export function Weight({ shown }: { readonly shown: boolean }) {
  if (!shown) return null;
  const [weight] = useState(0);
  return <p>{weight}</p>;
}
