/** Lists: all lists of the account, and what can be done with them (product H2). */
import { useState, useEffect } from 'react';
import { addCounts } from '#core/view/item-order.ts';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists, ListSummary } from '#client/ports/lists.ts';
import { isDemoUser } from '#core/account/user.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList, useHeading, useOtherStores } from '#web/shown-list/shown-list.ts';
import { useListEntries } from '#web/shown-list/use-lists.ts';
import { useWhose } from '#web/shown-list/use-whose.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ListRow } from './list-row.tsx';
import styles from './lists-dialog.module.css';
import { NewListDialog, RenameDialog } from './name-list-dialogs.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useRemoveList } from './use-remove-list.ts';
import { useSyncStatus } from '#web/shown-list/use-sync-status.ts';

type ListsDialogProps = { readonly lists: Lists; readonly onClose: () => void };

/** The dialog that is open. `focusedId` is the list whose menu gets the focus again. */
type Stage =
  | { readonly type: 'lists'; readonly focusedId: string | null }
  | { readonly type: 'new' }
  | { readonly type: 'rename' | 'share'; readonly listId: string };

export function ListsDialog({ lists, onClose }: ListsDialogProps) {
  const [stage, setStage] = useState<Stage>({ type: 'lists', focusedId: null });
  const entries = useListEntries(lists);
  if (stage.type === 'new') {
    const back = (): void => setStage({ type: 'lists', focusedId: null });
    return <NewListDialog lists={lists} onCreated={onClose} onClose={back} />;
  }
  const entry = stage.type === 'lists' ? undefined : entries.find(({ id }) => id === stage.listId);
  if (stage.type !== 'lists' && entry !== undefined) {
    const back = (): void => setStage({ type: 'lists', focusedId: entry.id });
    if (stage.type === 'share') return <ShareDialog lists={lists} entry={entry} onClose={back} />;
    return <RenameDialog lists={lists} entry={entry} onOpenRenamed={onClose} onClose={back} />;
  }
  const focusedId = stage.type === 'lists' ? stage.focusedId : null;
  return <Overview lists={lists} focusedId={focusedId} onStage={setStage} onClose={onClose} />;
}

type OverviewProps = ListsDialogProps & {
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
            onGo={() => go(entry)}
            onRename={() => onStage({ type: 'rename', listId: entry.id })}
            onShare={() => share(entry.id)}
            onRemove={() => void askToRemove(entry)}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onPress={() => onStage({ type: 'new' })}>{messages.lists.newList}</Button>
        {open === undefined || isDemoUser(user) ? null : (
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
