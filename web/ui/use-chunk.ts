/** Fetches a part of the app that the first screen does without. */
import { useEffect, useState } from 'react';

/**
 * What a dynamic import brings, fetched once the component is on screen. Not by `lazy` and `Suspense`: React may hold back
 * what follows a fallback for 300 ms.
 * @param load the same function at each render
 * @param onFailure 'ignore' continues without the part until the next start; 'throw' throws while rendering
 * @returns null until it is there
 */
export function useChunk<T>(load: () => Promise<T>, onFailure: 'ignore' | 'throw'): T | null {
  const [chunk, setChunk] = useState<Chunk<T> | null>(null);
  useEffect(() => {
    load().then(
      (value) => setChunk({ type: 'loaded', value }),
      (error: unknown) => setChunk({ type: 'failed', error }),
    );
  }, [load]);
  if (chunk?.type === 'loaded') return chunk.value;
  if (chunk !== null && onFailure === 'throw') throw new Error('No screen', { cause: chunk.error });
  return null;
}

type Chunk<T> = { readonly type: 'loaded'; readonly value: T } | { readonly type: 'failed'; readonly error: unknown };
