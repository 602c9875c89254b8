/** Loads a part of the app that the first screen does not need. */
import { useEffect, useState } from 'react';

/**
 * Loads a module after the component is on screen. Does not use `lazy` and `Suspense`, because React may delay the
 * content after a fallback by 300 ms.
 * @param load a dynamic import; must be stable between renders. Null for not yet
 * @param onFailure 'ignore' continues without the part until the next start; 'throw' throws while rendering
 * @returns the module; null until it is loaded
 */
export function useChunk<T>(load: (() => Promise<T>) | null, onFailure: 'ignore' | 'throw'): T | null {
  const [chunk, setChunk] = useState<Chunk<T> | null>(null);
  useEffect(() => {
    load?.().then(
      (value) => setChunk({ type: 'loaded', value }),
      (error: unknown) => setChunk({ type: 'failed', error }),
    );
  }, [load]);
  if (chunk?.type === 'loaded') return chunk.value;
  if (chunk !== null && onFailure === 'throw') throw new Error('No screen', { cause: chunk.error });
  return null;
}

type Chunk<T> = { readonly type: 'loaded'; readonly value: T } | { readonly type: 'failed'; readonly error: unknown };
