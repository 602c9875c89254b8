/** Asks for confirmation before an action that replaces or deletes a lot. The safe answer has the focus. */
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** Both answers close the dialog. */
export const ConfirmDialog = ({
  confirmation,
  onClose,
}: {
  readonly confirmation: Confirmation;
  readonly onClose: () => void;
}) => (
  <Dialog title={confirmation.title} onClose={onClose}>
    <p>{confirmation.text}</p>
    <DialogActions>
      <Button startsFocused onPress={onClose}>
        {confirmation.no ?? messages.cancel}
      </Button>
      <Button
        look={confirmation.isDanger ? 'danger' : 'primary'}
        onPress={() => {
          onClose();
          confirmation.onYes();
        }}
      >
        {confirmation.yes}
      </Button>
    </DialogActions>
  </Dialog>
);

export type Confirmation = {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms. */
  readonly yes: string;
  /** The label of the button that cancels; 'Cancel' by default. */
  readonly no?: string;
  readonly isDanger: boolean;
  readonly onYes: () => void;
};
