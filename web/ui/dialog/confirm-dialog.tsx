/** Asks for confirmation before an action that replaces or deletes a lot. The safe answer has the focus. */
import { cancel } from '#web/messages/en/dialogs.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import type { Question } from './question.ts';

/** Both answers close the dialog. */
export const ConfirmDialog = ({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) => (
  <Dialog title={question.title} onClose={onClose}>
    <p>{question.text}</p>
    <DialogActions>
      <Button startsFocused onPress={onClose}>
        {question.no ?? cancel}
      </Button>
      <Button
        look={question.isDanger ? 'danger' : 'primary'}
        onPress={() => {
          onClose();
          question.onYes();
        }}
      >
        {question.yes}
      </Button>
    </DialogActions>
  </Dialog>
);
