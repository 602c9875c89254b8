/** The question before a list that others share is replaced: by a saved list, or by a file (product S5). */
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { useListName } from './shown-list.ts';

type ReplaceSharedDialogProps = {
  /** The name of the list that would take the place of the open one. */
  readonly name: string;
  /** The names of the other members; empty if they are not known yet. */
  readonly others: readonly string[];
  readonly onReplace: () => void;
  readonly onAdd: () => void;
  readonly onClose: () => void;
};

/** Adding takes nothing from anyone, so it has the focus. */
export function ReplaceSharedDialog({ name, others, onReplace, onAdd, onClose }: ReplaceSharedDialogProps) {
  const listName = useListName();
  return (
    <Dialog title={messages.savedLists.shared.title} onClose={onClose}>
      <p>{messages.savedLists.shared.text(listName, name, others)}</p>
      <DialogActions>
        <Button onPress={onClose}>{messages.cancel}</Button>
        <Button look="danger" onPress={onReplace}>
          {messages.savedLists.shared.replace}
        </Button>
        <Button look="primary" startsFocused onPress={onAdd}>
          {messages.savedLists.add}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
