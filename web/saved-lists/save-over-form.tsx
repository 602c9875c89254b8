/** Saves over an existing list: replaces its items and time (spec section 4). */
import { messages } from '#web/messages/messages.ts';
import { useSavedLists } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogActions } from '#web/ui/dialog/dialog.tsx';
import { aboutSavedList } from './saved-list-about.ts';
import styles from './saved-lists.module.css';
import { useOverwrite } from './use-overwrite.ts';

/** One tap overwrites a list. The toast offers Undo. */
export function SaveOverForm({ onClose }: { readonly onClose: () => void }) {
  const lists = useSavedLists();
  const overwrite = useOverwrite(onClose);
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{messages.saveList.chooseHint}</p>
      <ul className={styles.lists}>
        {lists.map((saved) => (
          <li key={saved.id}>
            <button
              className={styles.choice}
              type="button"
              aria-label={messages.saveList.overwrite(saved.name, aboutSavedList(saved))}
              onClick={() => overwrite(saved)}
            >
              <span className={styles.name} dir="auto">
                {saved.name}
              </span>
              <span className={styles.about}>{aboutSavedList(saved)}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{messages.cancel}</Button>
      </DialogActions>
    </div>
  );
}
