/** All saved lists: those of the open list first, then those of the account's other lists (product S6). */
import { messages } from '#web/messages/messages.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import { aboutSavedList } from './saved-list-about.ts';
import styles from './saved-lists.module.css';
import type { SavedSource } from './use-load-saved.ts';
import { useEffect, useState } from 'react';
import { copySavedLists, type SavedCopy } from '#core/change/change-saved-lists.ts';
import { useHeading, useSavedLists, useShownList } from '#web/shown-list/shown-list.ts';
import { useListEntries, useLists, useNameWithWhose } from '#web/shown-list/use-lists.ts';

type RowHandlers = {
  readonly onLoad: (source: SavedSource) => void;
  readonly onView: (source: SavedSource) => void;
};

/** A saved list of another list is deleted where it belongs. */
export function SavedListsOverview({ onClose, ...handlers }: RowHandlers & { readonly onClose: () => void }) {
  const { own, others } = useSavedGroups();
  const isEmpty = own.saved.length === 0;
  return (
    <Dialog title={messages.savedLists.title} closesBelow onClose={onClose}>
      {isEmpty && others.length === 0 ? <EmptyState drawing="lists" text={messages.savedLists.empty} /> : null}
      {isEmpty && others.length > 0 ? <p className={styles.hint}>{messages.savedLists.emptyHere(own.name)}</p> : null}
      {isEmpty ? null : <Group group={own} isOwn hasHeading={others.length > 0} {...handlers} />}
      {others.map((group) => (
        <Group key={group.listId} group={group} isOwn={false} hasHeading {...handlers} />
      ))}
      <DialogActions isSticky>
        <Button onPress={onClose}>{messages.close}</Button>
      </DialogActions>
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
      {hasHeading ? <h3 className={styles.heading}>{messages.savedLists.of(group.name)}</h3> : null}
      <ul className={styles.lists}>
        {group.saved.map((saved) => (
          <li className={styles.list} key={saved.id}>
            <button
              className={styles.view}
              type="button"
              aria-label={`${messages.savedLists.view(saved.name)}, ${aboutSavedList(saved)}`}
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
            <Button name={messages.savedLists.loadNamed(saved.name)} onPress={() => onLoad({ saved, isOwn })}>
              {messages.savedLists.load}
            </Button>
            {isOwn ? (
              <div className={styles.remove}>
                <IconButton
                  icon={icons.remove}
                  name={messages.savedLists.removeNamed(saved.name)}
                  onPress={() =>
                    doChange(
                      { type: 'delete-saved-list', id: saved.id },
                      messages.savedListToasts.savedListDeleted(saved.name),
                    )
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

type SavedGroup = {
  readonly listId: string;
  /** The name of the list. */
  readonly name: string;
  readonly saved: readonly SavedCopy[];
};

type SavedGroups = {
  readonly own: SavedGroup;
  /** Only lists that have saved lists. */
  readonly others: readonly SavedGroup[];
};

/** Reads the other lists one after the other, and again when the account's lists change. */
function useSavedGroups(): SavedGroups {
  const { store, ref } = useShownList();
  const heading = useHeading();
  // Subscribe to the saved lists, which are copied below.
  useSavedLists();
  const lists = useLists();
  const entries = useListEntries(lists).filter(({ state }) => state !== 'ended');
  const nameWithWhose = useNameWithWhose(entries);
  const [savedById, setSaved] = useState<ReadonlyMap<string, readonly SavedCopy[]>>(new Map());
  const ids = entries
    .map(({ id }) => id)
    .filter((id) => id !== ref.listId)
    .join(' ');
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      for (const id of ids.split(' ').filter((one) => one !== '')) {
        // One database at a time, so that 50 lists do not delay the open one.
        const saved = (await lists?.savedLists(id)) ?? [];
        if (isGone) return;
        setSaved((earlier) => new Map(earlier).set(id, saved));
      }
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [lists, ids]);
  const others = entries.map((entry) => ({
    listId: entry.id,
    name: nameWithWhose(entry),
    saved: entry.id === ref.listId ? [] : (savedById.get(entry.id) ?? []),
  }));
  return {
    own: { listId: ref.listId, name: heading.name, saved: copySavedLists(store.list) },
    others: others.filter(({ saved }) => saved.length > 0),
  };
}
