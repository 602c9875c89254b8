/** Parts of the list screen in a separate chunk, which is downloaded after the list is on screen. */
import type { ComponentProps, ReactNode } from 'react';
import { AppMenuEntries } from './app-menu-entries.tsx';
import { AppDialog } from './open-dialog.tsx';
import { Adder } from './list/adding/adder.tsx';
import { ItemHint } from './list/rows/item-hint.tsx';
import { ItemMenu } from './list/rows/item-menu.tsx';
import { PendingInvitationDialog } from './join/join-dialog.tsx';
import { ListControls } from './list/header/list-controls.tsx';
import { NoItems } from './list/categories/no-items.tsx';
import { PrintDate } from './list/print-date.tsx';
import { Basket } from './list/shop/basket.tsx';
import { ShopBar } from './list/shop/shop-bar.tsx';
import { ShopFinish } from './list/shop/shop-finish.tsx';
import type { OpenItemMenu } from './list/rows/item-row.tsx';
import { Tools } from './list/tools.tsx';
import { firstSync as firstSyncMessages } from './messages/en/sync.ts';
import { Notices } from './notices.tsx';
import { OpenListGuard } from './open-list-guard.tsx';
import { isPersonal } from '#core/account/list-ref.ts';
import { notHere } from './messages/en/lists.ts';
import { useShopper } from './shopper/shopper-context.ts';
import { Button } from './ui/buttons/button.tsx';
import { useIsOnline } from './shopper/app-context.ts';
import { useSyncStatus } from './shopper/use-sync-status.ts';
import { PresentPeople } from './people/present-people.tsx';
import { LoadedNotice } from './people/loaded-notice.tsx';
import { UnseenMarks } from './people/unseen-marks.tsx';
import { NameMark } from './lists/name-mark.tsx';
import { ListStatus } from './sync/list-status.tsx';
import { loadCommonNames } from './list/suggestions/account-names.ts';
import { FirstScreen } from './first-screen/first-screen.tsx';
import { EmptyState } from './ui/status/empty-state.tsx';
import { Toasts } from './ui/toasts/toasts.tsx';

/** The connection status, and who else has the list open. */
const Status = () => (
  <ListStatus>
    <PresentPeople />
  </ListStatus>
);

export { untilReleased } from './first-screen/take-over.ts';

/** Longest wait for the common names. */
const NAMES_MS = 2000;

/** Resolves when the common names are loaded, or cannot be. */
export const untilNamesKnown = (): Promise<unknown> =>
  Promise.race([loadCommonNames(), new Promise((resolve) => setTimeout(resolve, NAMES_MS))]).catch(() => undefined);

/** The date on paper and notices, above the list. */
const Above = (props: ComponentProps<typeof Notices>) => (
  <>
    <PrintDate />
    <Notices {...props} />
  </>
);

export const deferredParts = {
  Adder,
  AppMenuEntries,
  AppDialog,
  Empty,
  ItemHint,
  ItemMenu,
  ListControls,
  ListStatus: Status,
  NameMark,
  Notices: Above,
  Overlays,
  ShopEnd,
  Tools,
};

/**
 * Takes over from the first screen, and shows toasts, a pending invitation, the switch to another list when the open one ends, and marks of
 * other members' changes.
 */
function Overlays() {
  return (
    <>
      <FirstScreen />
      <Toasts />
      <OpenListGuard />
      <UnseenMarks />
      <LoadedNotice />
      <PendingInvitationDialog />
    </>
  );
}

type EmptyProps = {
  readonly onAddCategory: () => void;
  /** Opens the account's lists. */
  readonly onLists: () => void;
};

/** The empty state of a list without items. */
function Empty({ onAddCategory, onLists }: EmptyProps) {
  return (
    <FirstSync onLists={onLists}>
      <NoItems onAddCategory={onAddCategory} />
    </FirstSync>
  );
}

/** What shop mode shows after the rows: that nothing is left to get, the basket, and the bar at the bottom. */
function ShopEnd({ onMore, onLeave }: { readonly onMore: OpenItemMenu; readonly onLeave: () => void }) {
  return (
    <>
      <FirstSync onLists={null}>
        <ShopFinish onLeave={onLeave} />
      </FirstSync>
      <Basket onMore={onMore} />
      <ShopBar onLeave={onLeave} />
    </>
  );
}

/** Shows the progress of the first download, then `children`. Until it is complete, the list may not be empty. */
function FirstSync({ onLists, children }: { readonly onLists: (() => void) | null; readonly children: ReactNode }) {
  const isOnline = useIsOnline();
  const { firstSync } = useSyncStatus();
  const { ref } = useShopper();
  if (firstSync === null) return children;
  if (!isOnline && onLists !== null && !isPersonal(ref)) return <NotHere onLists={onLists} />;
  return (
    <div role="status">
      <EmptyState
        drawing="basket"
        text={isOnline ? firstSyncMessages.getting(firstSync.rows) : firstSyncMessages.offline}
      />
    </div>
  );
}

/** A list that this device has not downloaded yet, while it is offline. */
const NotHere = ({ onLists }: { readonly onLists: () => void }) => (
  <EmptyState drawing="lists" text={<span role="status">{notHere.text}</span>}>
    <Button onPress={onLists}>{notHere.openAnother}</Button>
  </EmptyState>
);
