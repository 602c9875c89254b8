/** The state of an empty list during the first sync: still downloading, or really empty. */
import { useIsOnline } from '#web/shopper/app-context.ts';
import { firstSync as words } from '#web/messages/en/sync.ts';
import { useSyncStatus } from '#web/shopper/use-sync-status.ts';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import type { ReactNode } from 'react';

/** Renders `children` once the first sync is complete and the list is still empty. */
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
