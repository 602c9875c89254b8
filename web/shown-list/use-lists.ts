/** The account's lists. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { useApp } from './app-context.ts';
import { useShownList } from './shown-list.ts';

/** Downloads the account's lists; null until they are here. */
export function useLists(): Lists | null {
  const { loadLists } = useApp();
  const { user } = useShownList();
  const [lists, setLists] = useState<Lists | null>(null);
  useEffect(() => {
    let isGone = false;
    loadLists(user)
      .then((loaded) => (isGone ? undefined : setLists(loaded)))
      // Without a network, the next start downloads them.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [loadLists, user]);
  return lists;
}

const NO_ENTRIES: readonly ListEntry[] = [];
const NEVER = () => () => undefined;

/** The entries of the account's lists; none until they are downloaded. */
export const useListEntries = (lists: Lists | null): readonly ListEntry[] =>
  useSyncExternalStore(lists?.onChange ?? NEVER, lists?.entries ?? (() => NO_ENTRIES));
