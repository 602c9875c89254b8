/** Notices about lists that this account lost, and what happens to their unsent changes (product H6). */
import styles from './ended-lists.module.css';
import { useContext, useState } from 'react';
import type { ListCopy } from '#core/change/change.ts';
import { countRows, type ListEntry } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useListEntries, useLists, useNameWithWhose } from '#web/shown-list/use-lists.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/status/notice.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

export function EndedLists() {
  const lists = useLists();
  const entries = useListEntries(lists);
  if (lists === null) return null;
  return entries
    .filter(({ state }) => state === 'ended')
    .map((entry) => <EndedList key={entry.id} lists={lists} entry={entry} />);
}

type EndedListProps = { readonly lists: Lists; readonly entry: ListEntry };

/** Stays until the user decides about the unsent changes. */
function EndedList({ lists, entry }: EndedListProps) {
  const [stage, setStage] = useState<'notice' | 'choosing' | 'discarding'>('notice');
  const name = entry.name || messages.lists.unnamed;
  const close = (): void => setStage('notice');
  // A deletion cannot be copied.
  if (entry.unsent === null || countRows(entry.unsent.copy) === 0) {
    return (
      <Notice text={messages.endedList.text(name)}>
        <Button onPress={() => void lists.dismiss(entry.id)}>{messages.endedList.ok}</Button>
      </Notice>
    );
  }
  const count = countChanges(entry.unsent.copy);
  const discard = {
    ...messages.endedList.askDiscard,
    text: messages.endedList.askDiscard.text(count, name),
    isDanger: true,
  };
  return (
    <>
      <Notice text={`${messages.endedList.text(name)} ${messages.endedList.unsent(count)}`} isUrgent>
        <Button onPress={() => setStage('choosing')}>{messages.endedList.copy}</Button>
        <Button look="quietDanger" onPress={() => setStage('discarding')}>
          {messages.endedList.discard}
        </Button>
      </Notice>
      {stage === 'choosing' ? <TargetDialog lists={lists} entry={entry} onClose={close} /> : null}
      {stage === 'discarding' ? (
        <ConfirmDialog confirmation={{ ...discard, onYes: () => void lists.dismiss(entry.id) }} onClose={close} />
      ) : null}
    </>
  );
}

/** A new category usually comes with an item, of the list or of a saved list, so it counts only alone. */
const countChanges = ({ items, categories, savedLists }: ListCopy): number =>
  items.length || savedLists.length || categories.length || 1;

function describeCopied(left: number, target: ListEntry): string {
  const name = target.name || messages.lists.unnamed;
  return left === 0 ? messages.endedList.copied(name) : messages.endedList.left(left, name);
}

/** Chooses the list that gets the unsent changes. */
function TargetDialog({ lists, entry, onClose }: EndedListProps & { readonly onClose: () => void }) {
  const toaster = useContext(ToasterContext);
  const targets = useListEntries(lists).filter(({ state }) => state !== 'ended');
  const nameWithWhose = useNameWithWhose(targets);
  const copyTo = async (target: ListEntry): Promise<void> => {
    onClose();
    const result = await lists.keepUnsent(entry.id, target.id);
    toaster.show(result.ok ? describeCopied(result.value, target) : messages.storageFailures[result.failure.type]);
  };
  return (
    <Dialog title={messages.endedList.chooseTitle} onClose={onClose}>
      <p>{messages.endedList.chooseHint(entry.name || messages.lists.unnamed)}</p>
      <ul className={styles.targets}>
        {targets.map((target) => (
          <li key={target.id}>
            <button className={styles.target} type="button" onClick={() => void copyTo(target)}>
              <bdi>{nameWithWhose(target)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
