/** Leaves or deletes a list, after a confirmation (product H2, H5). */
import { useContext } from 'react';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { isDemoUser } from '#core/account/user.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useListEntries } from '#web/shown-list/use-lists.ts';
import { useSharingAction } from '#web/shown-list/use-sharing.ts';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

type RemoveList = {
  readonly askToRemove: (entry: ListEntry) => Promise<void>;
  /** Why the last list could not be left or deleted. */
  readonly error: string | null;
};

/** The owner deletes a list; a member leaves it. Both need the network, unless the backend does not have the list. */
export function useRemoveList(lists: Lists, onConfirm: (confirmation: Confirmation) => void): RemoveList {
  const { user, ref, switchTo } = useShownList();
  const { run, error } = useSharingAction();
  const toaster = useContext(ToasterContext);
  const personalName = useListEntries(lists).find(({ id }) => id === user.id)?.name ?? '';
  const removeFromBackend = async ({ id, role }: ListEntry): Promise<boolean> => {
    // The backend may have got the list while the confirmation was open.
    const isNew = lists.entries().some((entry) => entry.id === id && entry.state === 'new');
    if (isDemoUser(user) || isNew) return true;
    const result = await run((api) => (role === 'owner' ? api.deleteList(id) : api.leave(id)));
    // Another device may have left or deleted it already.
    return result !== null && (result.ok || result.failure.type === 'list-not-found');
  };
  const remove = async (entry: ListEntry): Promise<void> => {
    if (!(await removeFromBackend(entry))) return;
    if (entry.id === ref.listId) switchTo({ listId: user.id, name: personalName });
    await (entry.role === 'owner' ? lists.remove(entry.id) : lists.leave(entry.id));
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
