/** The dialog 'Saved Lists': loads or deletes saved lists (spec section 2). */
import { close, savedLists, toast } from '#web/messages/en/dialogs.ts';
import { toast as listToast } from '#web/messages/en/list-actions.ts';
import { useSavedLists } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { aboutSavedList } from './saved-list-about.ts';
import styles from './saved-lists.module.css';

/** Loading replaces the current list and closes the dialog. The toast offers Undo for loading and deleting. */
export function SavedListsDialog({ onClose }: { readonly onClose: () => void }) {
  const lists = useSavedLists();
  const doChange = useApplyChange();
  return (
    <Dialog title={savedLists.title} closesBelow onClose={onClose}>
      {lists.length === 0 ? (
        <EmptyState drawing="lists" text={savedLists.empty} />
      ) : (
        <ul className={styles.lists}>
          {lists.map((saved) => (
            <li className={styles.list} key={saved.id}>
              <div className={styles.what}>
                <p className={styles.name} dir="auto">
                  {saved.name}
                </p>
                <p className={styles.about}>{aboutSavedList(saved)}</p>
              </div>
              <Button
                name={savedLists.loadNamed(saved.name)}
                onPress={() => {
                  const result = doChange({ type: 'load-saved-list', id: saved.id }, listToast.replaced(saved.name));
                  if (result.ok) onClose();
                }}
              >
                {savedLists.load}
              </Button>
              <div className={styles.remove}>
                <IconButton
                  icon={icons.remove}
                  name={savedLists.removeNamed(saved.name)}
                  onPress={() =>
                    doChange({ type: 'delete-saved-list', id: saved.id }, toast.savedListDeleted(saved.name))
                  }
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.close}>
        <DialogActions>
          <Button onPress={onClose}>{close}</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
