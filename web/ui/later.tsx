/** Parts of the screen that are fetched once the list is there: nobody waits for them to shop. */
import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';

/**
 * A component that comes with a chunk of its own. Until it is there nothing stands in its place, nor where it cannot
 * be fetched: a part that is missing until the next start is better than no list.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Lazy = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }));
  return (props) => (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
}

const Nothing = (): null => null;
