/** Parts of the list screen in a separate chunk, which is downloaded after the list is on screen. */
import type { ReactNode } from 'react';
import { AppMenuEntries } from './app-menu-entries.tsx';
import { AppDialog } from './open-dialog.tsx';
import { Adder } from './list/adding/adder.tsx';
import { ItemHint } from './list/rows/item-hint.tsx';
import { ItemMenu } from './list/rows/item-menu.tsx';
import { ListControls } from './list/header/list-controls.tsx';
import { NoCategories } from './list/categories/no-categories.tsx';
import { ShopFinish } from './list/shop-finish.tsx';
import { Tools } from './list/tools.tsx';
import { firstSync as firstSyncMessages } from './messages/en/sync.ts';
import { Notices } from './notices.tsx';
import { OpenListGuard } from './open-list-guard.tsx';
import { useIsOnline } from './shopper/app-context.ts';
import { useSyncStatus } from './shopper/use-sync-status.ts';
import { ListStatus } from './sync/list-status.tsx';
import { EmptyState } from './ui/status/empty-state.tsx';
import { Toasts } from './ui/toasts/toasts.tsx';

export const deferredParts = {
  Adder,
  AppMenuEntries,
  AppDialog,
  Empty,
  Finish,
  ItemHint,
  ItemMenu,
  ListControls,
  ListStatus,
  Notices,
  OpenListGuard,
  Toasts,
  Tools,
};

/** The empty state of a list without categories. */
function Empty({ onAddCategory }: { readonly onAddCategory: () => void }) {
  return (
    <FirstSync>
      <NoCategories onAddCategory={onAddCategory} />
    </FirstSync>
  );
}

/** What shop mode shows when nothing is left to get. */
function Finish({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <FirstSync>
      <ShopFinish onLeave={onLeave} />
    </FirstSync>
  );
}

/** Shows the progress of the first download, then `children`. Until it is complete, the list may not be empty. */
function FirstSync({ children }: { readonly children: ReactNode }) {
  const isOnline = useIsOnline();
  const { firstSync } = useSyncStatus();
  if (firstSync === null) return children;
  return (
    <div role="status">
      <EmptyState
        drawing="basket"
        text={isOnline ? firstSyncMessages.getting(firstSync.rows) : firstSyncMessages.offline}
      />
    </div>
  );
}
