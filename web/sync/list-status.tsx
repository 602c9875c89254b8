/** The connection status in the list's header, with the number of changes that are syncing (spec section 2). */
import { type ReactNode, useEffect } from 'react';
import { isOfItem } from '#core/diff/diff.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import { ConnectionStatus } from '#web/ui/status/connection-status.tsx';

/** @param props.children follows the status on its line */
export function ListStatus({ children }: { readonly children?: ReactNode }) {
  const isOnline = useIsOnline();
  const current = useSyncStatus();
  const { store } = useShownList();
  const areItems = current.pending > 0 && store.patches().some(isOfItem);
  useStoreQueuedCount(current.pending);
  const short = isOnline ? {} : { shortCount: messages.status.waitingShort(current.pending) };
  return (
    <ConnectionStatus isOnline={isOnline} count={countSentence(current, { isOnline, areItems })} {...short}>
      {children}
    </ConnectionStatus>
  );
}

type CountWords = {
  readonly isOnline: boolean;
  /** Whether the count is of items; otherwise only categories, or the list's name or stores, have changed. */
  readonly areItems: boolean;
};

/** The count as a sentence; null if nothing is waiting and the first sync is complete. */
export function countSentence({ pending, firstSync }: SyncStatus, { isOnline, areItems }: CountWords): string | null {
  const { syncing, waiting, getting } = messages.status;
  if (pending > 0) return isOnline ? syncing(pending, areItems) : waiting(pending, areItems);
  return firstSync !== null && isOnline ? getting : null;
}

/** Stores the number of unsent changes, which the sign-in screen shows after the session ends (product Y9). */
function useStoreQueuedCount(pending: number): void {
  const { unsentCounts } = useApp();
  const { sync, user } = useShownList();
  useEffect(() => {
    if (sync !== null) unsentCounts.write(user.id, pending);
  }, [unsentCounts, sync, user, pending]);
}
