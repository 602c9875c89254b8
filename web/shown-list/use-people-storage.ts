/** Who added and ticked the items of the open list (product H8). */
import { useSyncExternalStore } from 'react';
import type { PeopleStorage } from '#client/ports/storage.ts';
import { useShownList } from './shown-list.ts';

const NEVER = () => () => undefined;

/** The storage of the list's people; null until it is downloaded. */
export function usePeopleStorage(): PeopleStorage | null {
  const { sync } = useShownList();
  return useSyncExternalStore(sync?.onChange ?? NEVER, () => sync?.people() ?? null);
}
