/** The dialog 'Saved Lists': load one, delete one (spec section 2). */
import { savedLists, toast } from '#web/messages/en/dialogs.ts';
import { toast as listToast } from '#web/messages/en/tools.ts';
import { useSavedLists } from '#web/shopper/shopper-context.ts';
import { useAct } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import styles from './saved-lists.module.css';

const formatDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const formatDayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** Loading replaces the working list and closes; both can be undone from the toast. */
export function SavedListsDialog({ onClose }: { readonly onClose: () => void }) {
  const lists = useSavedLists();
  const doChange = useAct();
  return (
    <Dialog title={savedLists.title} onClose={onClose}>
      {lists.length === 0 ? (
        <EmptyState drawing="lists" text={savedLists.empty} />
      ) : (
        <ul className={styles['lists']}>
          {lists.map((saved) => (
            <li className={styles['list']} key={saved.id}>
              <div className={styles['what']}>
                <p className={styles['name']} dir="auto">
                  {saved.name}
                </p>
                <p className={styles['about']}>{savedLists.about(saved.items.length, dayOf(saved.createdAt))}</p>
              </div>
              <Button
                look="quietDanger"
                name={savedLists.removeNamed(saved.name)}
                onPress={() =>
                  doChange({ type: 'delete-saved-list', id: saved.id }, toast.savedListDeleted(saved.name))
                }
              >
                {savedLists.remove}
              </Button>
              <Button
                name={savedLists.loadNamed(saved.name)}
                onPress={() => {
                  const result = doChange({ type: 'load-saved-list', id: saved.id }, listToast.replaced(saved.name));
                  if (result.ok) onClose();
                }}
              >
                {savedLists.load}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The day a list was saved, by the shopper's calendar, the year where it was another; '' for no readable time. */
function dayOf(isoTime: string): string {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return '';
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return (isThisYear ? formatDay : formatDayAndYear).format(time);
}
