/** The header's line on the list: the connection, and how much is on its way (spec section 2). */
import { useEffect } from 'react';
import type { SyncStatus } from '#client/sync/sync.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { status } from '#web/messages/en/status.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { ConnectionStatus } from '#web/ui/connection-status.tsx';

export function ListStatus() {
  const isOnline = useIsOnline();
  const current = useSyncStatus();
  useKeepQueued(current.pending);
  return <ConnectionStatus isOnline={isOnline} count={countSentence(current, isOnline)} />;
}

/** Null where there is nothing to say. */
export function countSentence({ pending, firstSync }: SyncStatus, isOnline: boolean): string | null {
  if (pending > 0) return isOnline ? status.syncing(pending) : status.waiting(pending);
  return firstSync !== null && isOnline ? status.getting : null;
}

/** What is queued when the account goes, by whatever way, is what the sign-in screen tells (product Y9). */
function useKeepQueued(pending: number): void {
  const { queued } = useApp();
  const { sync, user } = useShopper();
  useEffect(() => {
    if (sync !== null) queued.write(user.id, pending);
  }, [queued, sync, user, pending]);
}
