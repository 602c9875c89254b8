/** Lists: all lists of the account, and what can be done with them (product H2). */
import styles from './lists-dialog.module.css';
import { useContext, useEffect, useState } from 'react';
import { addCounts } from '#core/view/item-places.ts';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists, ListSummary } from '#client/ports/lists.ts';
import { isDemoUser } from '#core/account/user.ts';
import { messages } from '#web/messages/messages.ts';
import { useHeading, useOtherStores, useShownList } from '#web/shown-list/shown-list.ts';
import { useListEntries, useWhose } from '#web/shown-list/use-lists.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { type Confirmation, ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ListRow } from './list-row.tsx';
import { NewListDialog, RenameDialog } from './name-list-dialogs.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';
import { useSharingAction } from '#web/shown-list/use-sharing.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

type ListsDialogProps = {
  readonly lists: Lists;
  /** Whether the dialog opens with Share for the open list. */
  readonly startsWithShare: boolean;
  readonly onClose: () => void;
};

/** The dialog that is open. `focusedId` is the list whose menu gets the focus again. */
type Stage =
  | { readonly type: 'lists'; readonly focusedId: string | null }
  | { readonly type: 'new' }
  | { readonly type: 'rename' | 'share'; readonly listId: string };

export function ListsDialog({ lists, startsWithShare, onClose }: ListsDialogProps) {
  const { ref } = useShownList();
  const [stage, setStage] = useState<Stage>(
    startsWithShare ? { type: 'share', listId: ref.listId } : { type: 'lists', focusedId: null },
  );
  // A list that ends while its dialog is open is removed from this device, and renaming it would store it again.
  const entries = useListEntries(lists).filter(({ state }) => state !== 'ended');
  if (stage.type === 'new') {
    const back = (): void => setStage({ type: 'lists', focusedId: null });
    return <NewListDialog lists={lists} onCreated={onClose} onClose={back} />;
  }
  const entry = stage.type === 'lists' ? undefined : entries.find(({ id }) => id === stage.listId);
  if (stage.type !== 'lists' && entry !== undefined) {
    if (stage.type === 'share') return <ShareDialog lists={lists} entry={entry} onClose={onClose} />;
    const back = (): void => setStage({ type: 'lists', focusedId: entry.id });
    return <RenameDialog lists={lists} entry={entry} onOpenRenamed={onClose} onClose={back} />;
  }
  const focusedId = stage.type === 'lists' ? stage.focusedId : null;
  return <Overview lists={lists} focusedId={focusedId} onStage={setStage} onClose={onClose} />;
}

type OverviewProps = Omit<ListsDialogProps, 'startsWithShare'> & {
  readonly focusedId: string | null;
  readonly onStage: (stage: Stage) => void;
};

function Overview({ lists, focusedId, onStage, onClose }: OverviewProps) {
  const { user, ref, switchTo } = useShownList();
  const entries = useListEntries(lists).filter(({ state }) => state !== 'ended');
  const summaries = useSummaries(lists, entries);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { askToRemove, error } = useRemoveList(lists, setConfirmation);
  const whose = useWhose(entries);
  const open = entries.find(({ id }) => id === ref.listId);
  // Until the backend has answered for the first time, it may have no lists (product H11).
  const hasSeveral = lists.hasSeveral() === true;
  const canShare = hasSeveral && !isDemoUser(user);
  const share = (listId: string): void => onStage({ type: 'share', listId });
  const go = (entry: ListEntry): void => {
    if (entry.id !== ref.listId) switchTo({ listId: entry.id, name: entry.name });
    onClose();
  };
  return (
    <Dialog title={messages.lists.title} isPopover onClose={onClose}>
      <p className={styles.error} role="alert">
        {error}
      </p>
      <ul className={styles.rows}>
        {entries.map((entry) => (
          <ListRow
            key={entry.id}
            entry={entry}
            summary={summaries.get(entry.id)}
            whose={whose(entry.id)}
            isOpen={entry.id === ref.listId}
            isFocused={entry.id === focusedId}
            canShare={canShare}
            onGo={() => go(entry)}
            onRename={() => onStage({ type: 'rename', listId: entry.id })}
            onShare={() => share(entry.id)}
            onRemove={() => void askToRemove(entry)}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        {hasSeveral ? <Button onPress={() => onStage({ type: 'new' })}>{messages.lists.newList}</Button> : null}
        {open === undefined || !canShare ? null : (
          <Button onPress={() => share(open.id)}>
            {open.role === 'owner' ? messages.lists.shareThis : messages.lists.members}
          </Button>
        )}
      </div>
      {confirmation === null ? null : (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
      )}
    </Dialog>
  );
}

type Summaries = ReadonlyMap<string, ListSummary | null>;

/** Counts the lists one after the other, and again when they change. A list that is not counted yet is missing. */
export function useSummaries(lists: Lists, entries: readonly ListEntry[]): Summaries {
  const { ref } = useShownList();
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

/** The open list, whatever store is chosen; null while its first download has not begun to arrive. */
function useOpenSummary(): ListSummary | null {
  const heading = useHeading();
  const others = useOtherStores();
  const { pending, firstSync } = useSyncStatus();
  const { checked, total } = addCounts(heading, others);
  if (firstSync !== null && total === 0) return null;
  return { left: total - checked, total, unsent: pending };
}

type RemoveList = {
  readonly askToRemove: (entry: ListEntry) => Promise<void>;
  /** Why the last list could not be left or deleted. */
  readonly error: string | null;
};

/** The owner deletes a list; a member leaves it. Both need the network, unless the backend does not have the list. */
function useRemoveList(lists: Lists, onConfirm: (confirmation: Confirmation) => void): RemoveList {
  const { user, ref, switchTo } = useShownList();
  const { run, error } = useSharingAction();
  const toaster = useContext(ToasterContext);
  const personalName = useListEntries(lists).find(({ id }) => id === user.id)?.name ?? '';
  const removeFromBackend = async ({ id, role }: ListEntry): Promise<boolean> => {
    if (isDemoUser(user)) return true;
    const result = await run((api) => (role === 'owner' ? api.deleteList(id) : api.leave(id)));
    // Another device may have left or deleted it already.
    return result !== null && (result.ok || result.failure.type === 'list-not-found');
  };
  const removeHere = ({ id, role }: ListEntry): Promise<void> =>
    role === 'owner' ? lists.remove(id) : lists.leave(id);
  const remove = async (entry: ListEntry): Promise<void> => {
    // The backend may have got the list while the confirmation was open.
    const isNew = lists.entries().some(({ id, state }) => id === entry.id && state === 'new');
    if (!isNew && !(await removeFromBackend(entry))) return;
    if (entry.id === ref.listId) switchTo({ listId: user.id, name: personalName });
    await (isNew ? lists.discard(entry.id) : removeHere(entry));
    toaster.show(
      (entry.role === 'owner' ? messages.deleteList : messages.leaveList).done(entry.name || messages.lists.unnamed),
    );
  };
  return {
    error,
    async askToRemove(entry) {
      const summary = await lists.summarize(entry.id);
      onConfirm({
        ...describeRemoval(entry, user.id, summary?.unsent ?? 0),
        isDanger: true,
        onYes: () => void remove(entry),
      });
    },
  };
}

/** The owner's own unsent changes are deleted with the list. Members can copy theirs to another list afterwards. */
function describeRemoval(
  entry: ListEntry,
  userId: string,
  unsent: number,
): Pick<Confirmation, 'title' | 'text' | 'yes'> {
  const name = entry.name || messages.lists.unnamed;
  if (entry.role === 'owner') {
    const others = entry.members.filter(({ id }) => id !== userId).length;
    return {
      title: messages.deleteList.title,
      text: messages.deleteList.text(name, others),
      yes: messages.deleteList.yes,
    };
  }
  const warning = unsent === 0 ? [] : [messages.leaveList.unsent(unsent)];
  return {
    title: messages.leaveList.title,
    text: [messages.leaveList.text(name), ...warning].join(' '),
    yes: messages.leaveList.yes,
  };
}
