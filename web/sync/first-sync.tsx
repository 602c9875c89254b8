/** What stands where the list is still empty: it is on its way, or there is nothing in it. */
import { useIsOnline } from '#web/app-context.ts';
import { firstSync as words } from '#web/messages/en/sync.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { ReactNode } from 'react';

/** `children` are shown once everything has come and there was nothing. */
export function FirstSync({ children }: { readonly children: ReactNode }) {
  const isOnline = useIsOnline();
  const { firstSync } = useSyncStatus();
  if (firstSync === null) return children;
  return (
    <div role="status">
      <EmptyState drawing="basket" text={isOnline ? words.getting(firstSync.rows) : words.offline} />
    </div>
  );
}
