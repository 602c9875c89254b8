/** Parts of the list screen in a separate chunk, which is downloaded after the list is on screen. */
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { AppMenuEntries } from './app-menu-entries.tsx';
import { AppDialog, type DialogState } from './open-dialog.tsx';
import { Adder } from './list/adding/adder.tsx';
import { ItemHint } from './list/rows/item-hint.tsx';
import { ItemMenu } from './list/rows/item-menu.tsx';
import { SelectRow } from './list/rows/select-row.tsx';
import { PendingInvitationDialog } from './join/join-dialog.tsx';
import { ListControls } from './list/header/list-controls.tsx';
import { HabitLearner } from './list/again/use-habits.ts';
import { NoItems } from './list/categories/no-items.tsx';
import { OtherStores } from './list/categories/other-stores.tsx';
import { Notices } from './notices.tsx';
import { Basket, ShopBar, ShopFinish } from './list/shop/shop-end.tsx';
import type { OpenItemMenu } from './list/rows/item-row.tsx';
import { Tools } from './list/tools.tsx';
import { messages } from './messages/messages.ts';
import { isPersonal } from '#core/account/list-ref.ts';
import { useHasMoreThan, useListName, useShownCategoryIds, useShownList } from './shown-list/shown-list.ts';
import { useSyncStatus } from './shown-list/use-sync-status.ts';
import { useListEntries, useLists } from './shown-list/use-lists.ts';
import { Button } from './ui/buttons/button.tsx';
import { useChunk } from './ui/use-chunk.ts';
import { useIsOnline } from './shown-list/app-context.ts';
import { PresentPeople, UnseenMarks } from './people/people.tsx';
import { NameMark } from './lists/name-mark.tsx';
import { ListStatus } from './sync/list-status.tsx';
import { FirstScreen } from './first-screen/keep-first-screen.tsx';
import { EmptyState } from './ui/status/empty-state.tsx';
import { Toasts } from './ui/toasts/toasts.tsx';

/** The connection status, and who else has the list open. */
const Status = () => (
  <ListStatus>
    <PresentPeople />
  </ListStatus>
);

export { untilReleased } from './first-screen/take-over.ts';

type ControlsProps = Omit<ComponentProps<typeof ListControls>, 'onConfirm' | 'onStores'> & {
  readonly onDialog: (dialog: DialogState) => void;
};

/** The controls above the list, with the dialogs that they open. */
const Controls = ({ onDialog, ...props }: ControlsProps) => (
  <ListControls
    {...props}
    onConfirm={(confirmation) => onDialog({ type: 'confirmation', confirmation })}
    onStores={() => onDialog({ type: 'stores' })}
  />
);

export const deferredParts = {
  Adder,
  AppMenuEntries,
  AppDialog,
  Empty,
  ItemHint,
  ItemMenu,
  ListControls: Controls,
  ListStatus: Status,
  NameMark,
  Notices,
  OtherStores,
  Overlays,
  SelectRow,
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
      <HabitLearner />
      <FirstScreen />
      <Toasts />
      <OpenListGuard />
      <UnseenMarks />
      <PendingInvitationDialog />
    </>
  );
}

/** Keeps the record of the open list up to date, and leaves the list when it is no longer one of the account's (product H6). */
function OpenListGuard() {
  const { ref, user, store, switchTo } = useShownList();
  const name = useListName();
  const lists = useLists();
  const entries = useListEntries(lists);
  const isLost =
    ref.listId !== user.id &&
    // Before the first pull on this device, only the personal list is known.
    lists?.hasSeveral() === true &&
    !entries.some(({ id, state }) => id === ref.listId && state !== 'ended');
  const personal = entries.find(({ id }) => id === user.id);
  useEffect(() => {
    if (isLost) switchTo({ listId: user.id, name: personal?.name ?? '' });
  }, [isLost, personal, switchTo, user]);
  useEffect(() => {
    // Before the list's own row is here, the name is the one in the record.
    if (store.list.listRow.size > 0) void lists?.setName(ref.listId, name);
  }, [lists, store, ref, name]);
  return null;
}

type EmptyProps = {
  readonly onAddCategory: () => void;
  /** Opens the account's lists. */
  readonly onLists: () => void;
};

/** The empty state of a list without items. It offers staples, and with the first of them the list is no longer empty. */
function Empty({ onAddCategory, onLists }: EmptyProps) {
  const isEmpty = !useHasMoreThan(0);
  return (
    <FirstSync onLists={onLists} isShown={isEmpty}>
      <NoItems onAddCategory={onAddCategory} />
    </FirstSync>
  );
}

type ShopEndProps = {
  readonly tripStart: string | null;
  readonly onMore: OpenItemMenu;
  readonly onLeave: () => void;
  readonly onDialog: (dialog: DialogState) => void;
};

/** What shop mode shows after the rows: that nothing is left to get, the basket, and the bar at the bottom. */
function ShopEnd({ tripStart, onMore, onLeave, onDialog }: ShopEndProps) {
  const { trip, store } = useShownList();
  const watch = useChunk(trip.load, 'ignore');
  const shown = useShownCategoryIds();
  const leave = (): void => {
    onLeave();
    const order = watch?.walkedOrder(shown) ?? null;
    if (watch !== null && order !== null) onDialog({ type: 'walked', order, store: store.view.chosenStore(), watch });
  };
  return (
    <>
      <FirstSync onLists={null}>
        <ShopFinish onLeave={leave} />
      </FirstSync>
      <Basket onMore={onMore} />
      <ShopBar tripStart={tripStart ?? ''} onLeave={leave} />
    </>
  );
}

type FirstSyncProps = {
  readonly onLists: (() => void) | null;
  /** Whether the progress is shown; true if missing. */
  readonly isShown?: boolean;
  readonly children: ReactNode;
};

/** Shows the progress of the first download, then `children`. Until it is complete, the list may not be empty. */
function FirstSync({ onLists, isShown = true, children }: FirstSyncProps) {
  const isOnline = useIsOnline();
  const { firstSync } = useSyncStatus();
  const { ref } = useShownList();
  if (firstSync === null || !isShown) return children;
  if (!isOnline && onLists !== null && !isPersonal(ref)) return <NotHere onLists={onLists} />;
  return (
    <div role="status">
      <EmptyState
        drawing="basket"
        text={isOnline ? messages.firstSync.getting(firstSync.rows) : messages.firstSync.offline}
      />
    </div>
  );
}

/** A list that this device has not downloaded yet, while it is offline. */
const NotHere = ({ onLists }: { readonly onLists: () => void }) => (
  <EmptyState drawing="lists" text={<span role="status">{messages.notHere.text}</span>}>
    <Button onPress={onLists}>{messages.notHere.openAnother}</Button>
  </EmptyState>
);
