/** What each list has, counted on the disk; the open list from memory. */
import { useEffect, useState } from 'react';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { ListSummary, Lists } from '#client/ports/lists.ts';
import { useHeading, useShopper } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';

type Summaries = ReadonlyMap<string, ListSummary | null>;

/** Counts the lists one after the other, and again when they change. A list that is not counted yet is missing. */
export function useSummaries(lists: Lists, entries: readonly ListEntry[]): Summaries {
  const { ref } = useShopper();
  const [counted, setCounted] = useState<Summaries>(new Map());
  const ids = entries.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isCurrent = true;
    const count = async (): Promise<void> => {
      for (const id of ids.split(' ')) {
        // One database at a time, so that 50 lists do not delay the open one.
        const summary = await lists.summarize(id);
        if (!isCurrent) return;
        setCounted((earlier) => new Map(earlier).set(id, summary));
      }
    };
    void count();
    const stop = lists.onChange(() => void count());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [lists, ids]);
  const open = useOpenSummary();
  return new Map(counted).set(ref.listId, open);
}

/** The open list; null while its first download has not begun to arrive. */
function useOpenSummary(): ListSummary | null {
  const { checked, total } = useHeading();
  const { pending, firstSync } = useSyncStatus();
  if (firstSync !== null && total === 0) return null;
  return { left: total - checked, total, unsent: pending };
}
