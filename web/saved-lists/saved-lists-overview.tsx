/** All saved lists: those of the open list first, then those of the account's other lists (product S6). */
import { close, savedLists as words, toast } from '#web/messages/en/dialogs.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { aboutSavedList } from './saved-list-about.ts';
import styles from './saved-lists.module.css';
import type { SavedSource } from './use-load-saved.ts';
import { useSavedGroups } from './use-saved-groups.ts';
import type { SavedGroup } from './use-saved-groups.ts';

type RowHandlers = {
  readonly onLoad: (source: SavedSource) => void;
  readonly onView: (source: SavedSource) => void;
};

/** A saved list of another list is deleted where it belongs. */
export function SavedListsOverview({ onClose, ...handlers }: RowHandlers & { readonly onClose: () => void }) {
  const { own, others } = useSavedGroups();
  const isEmpty = own.saved.length === 0;
  return (
    <Dialog title={words.title} closesBelow onClose={onClose}>
      {isEmpty && others.length === 0 ? <EmptyState drawing="lists" text={words.empty} /> : null}
      {isEmpty && others.length > 0 ? <p className={styles.hint}>{words.emptyHere(own.name)}</p> : null}
      {isEmpty ? null : <Group group={own} isOwn hasHeading={others.length > 0} {...handlers} />}
      {others.map((group) => (
        <Group key={group.listId} group={group} isOwn={false} hasHeading {...handlers} />
      ))}
      <div className={styles.close}>
        <DialogActions>
          <Button onPress={onClose}>{close}</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

type GroupProps = RowHandlers & {
  readonly group: SavedGroup;
  readonly isOwn: boolean;
  readonly hasHeading: boolean;
};

function Group({ group, isOwn, hasHeading, onLoad, onView }: GroupProps) {
  const doChange = useApplyChange();
  return (
    <>
      {hasHeading ? <h3 className={styles.heading}>{words.of(group.name)}</h3> : null}
      <ul className={styles.lists}>
        {group.saved.map((saved) => (
          <li className={styles.list} key={saved.id}>
            <button
              className={styles.view}
              type="button"
              aria-label={`${words.view(saved.name)}, ${aboutSavedList(saved)}`}
              onClick={() => onView({ saved, isOwn })}
            >
              <span className={styles.name}>
                <bdi>{saved.name}</bdi>
                <span className={styles.more}>
                  <Icon path={icons.chevron} />
                </span>
              </span>
              <span className={styles.about}>{aboutSavedList(saved)}</span>
            </button>
            <Button name={words.loadNamed(saved.name)} onPress={() => onLoad({ saved, isOwn })}>
              {words.load}
            </Button>
            {isOwn ? (
              <div className={styles.remove}>
                <IconButton
                  icon={icons.remove}
                  name={words.removeNamed(saved.name)}
                  onPress={() =>
                    doChange({ type: 'delete-saved-list', id: saved.id }, toast.savedListDeleted(saved.name))
                  }
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
