/** Parts of the screen that are fetched once the list is there: nobody waits for them to shop. */
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

/**
 * A component that comes with a chunk of its own. Until it is there nothing stands in its place, nor where it cannot
 * be fetched: a part that is missing until the next start is better than no list.
 * Not by Suspense, which keeps back for up to 300 ms what has come already.
 * @param isNeeded nothing goes on without it: its failure is an error
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded = false,
): ComponentType<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetchPart = async (): Promise<void> => {
    part = await load();
  };
  return function Later(props) {
    const [Part, setPart] = useState(() => {
      loading ??= fetchPart();
      return part;
    });
    useEffect(() => {
      loading?.then(
        () => setPart(() => part),
        (error: unknown) => {
          if (isNeeded) setPart(() => fail(error));
        },
      );
    }, []);
    return Part && <Part {...props} />;
  };
}

function fail(cause: unknown): never {
  throw new Error('No screen', { cause });
}
