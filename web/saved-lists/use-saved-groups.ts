/** The saved lists of the open list, and those of the account's other lists (product S6). */
import { useEffect, useState } from 'react';
import { copySavedLists, type SavedCopy } from '#core/change/change-saved-lists.ts';
import { useHeading, useSavedLists, useShownList } from '#web/shown-list/shown-list.ts';
import { useListEntries, useLists } from '#web/shown-list/use-lists.ts';
import { useNameWithWhose } from '#web/shown-list/use-whose.ts';

export type SavedGroup = {
  readonly listId: string;
  /** The name of the list. */
  readonly name: string;
  readonly saved: readonly SavedCopy[];
};

type SavedGroups = {
  readonly own: SavedGroup;
  /** Only lists that have saved lists. */
  readonly others: readonly SavedGroup[];
};

/** Reads the other lists one after the other, and again when the account's lists change. */
export function useSavedGroups(): SavedGroups {
  const { store, ref } = useShownList();
  const heading = useHeading();
  // Subscribe to the saved lists, which are copied below.
  useSavedLists();
  const lists = useLists();
  const entries = useListEntries(lists).filter(({ state }) => state !== 'ended');
  const nameWithWhose = useNameWithWhose(entries);
  const [savedById, setSaved] = useState<ReadonlyMap<string, readonly SavedCopy[]>>(new Map());
  const ids = entries
    .map(({ id }) => id)
    .filter((id) => id !== ref.listId)
    .join(' ');
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      for (const id of ids.split(' ').filter((one) => one !== '')) {
        // One database at a time, so that 50 lists do not delay the open one.
        const saved = (await lists?.savedLists(id)) ?? [];
        if (isGone) return;
        setSaved((earlier) => new Map(earlier).set(id, saved));
      }
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [lists, ids]);
  const others = entries.map((entry) => ({
    listId: entry.id,
    name: nameWithWhose(entry),
    saved: entry.id === ref.listId ? [] : (savedById.get(entry.id) ?? []),
  }));
  return {
    own: { listId: ref.listId, name: heading.name, saved: copySavedLists(store.list) },
    others: others.filter(({ saved }) => saved.length > 0),
  };
}
