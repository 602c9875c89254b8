/** All saved lists of the account, and what is in one of them (product S6, O8). */
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
import { useEffect, useState } from 'react';
import { copySavedLists, type SavedCopy } from '#core/change/change-saved-lists.ts';
import { useListName, useSavedLists, useShownList } from '#web/shown-list/shown-list.ts';
import { useListEntries, useLists, useNameWithWhose } from '#web/shown-list/use-lists.ts';
import { showAmount } from '#core/amount/format-amount.ts';
import type { Item } from '#core/list/row.ts';
import { createNameOrder } from '#core/name/name-key.ts';

/** A saved list of the open list, or of another list of the account. */
export type SavedSource = { readonly saved: SavedCopy; readonly isOwn: boolean };

type RowHandlers = {
  readonly onLoad: (source: SavedSource) => void;
  readonly onView: (source: SavedSource) => void;
};

/** Those of the open list first. A saved list of another list is deleted where it belongs. */
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
  const name = useListName();
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
    own: { listId: ref.listId, name, saved: copySavedLists(store.list) },
    others: others.filter(({ saved }) => saved.length > 0),
  };
}

type SavedListViewProps = {
  readonly source: SavedSource;
  readonly onLoad: () => void;
  readonly onAdd: () => void;
  readonly onRename: () => void;
  readonly onBack: () => void;
};

/** Shows what is in a saved list, and offers what can be done with it. A saved list of another list is renamed where it belongs. */
export function SavedListView({ source, onLoad, onAdd, onRename, onBack }: SavedListViewProps) {
  const { saved, isOwn } = source;
  return (
    <Dialog title={saved.name} onClose={onBack}>
      <p className={styles.about}>{aboutSavedList(saved)}</p>
      {saved.items.length === 0 ? <p>{messages.savedLists.noItems}</p> : null}
      {groupItems(source).map(({ id, name, items }) => (
        <section key={id}>
          <h3 className={styles.heading} dir="auto">
            {name || messages.list.unnamedCategory}
          </h3>
          <ul className={styles.items}>
            {items.map((item) => (
              <SavedItem key={item.id} item={item} />
            ))}
          </ul>
        </section>
      ))}
      <DialogActions
        isSticky
        start={
          isOwn ? (
            <Button look="quiet" onPress={onRename}>
              {messages.savedLists.rename}
            </Button>
          ) : undefined
        }
      >
        <Button onPress={onAdd}>{messages.savedLists.add}</Button>
        <Button look="primary" startsFocused onPress={onLoad}>
          {messages.savedLists.load}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const SavedItem = ({ item }: { readonly item: Item }) => (
  <li className={styles.item} data-checked={item.checked}>
    <bdi className={styles.itemName}>{item.name}</bdi>
    {item.amount ? <bdi className={styles.amount}>{showAmount(item)}</bdi> : null}
    {item.note ? <bdi className={styles.about}>{item.note}</bdi> : null}
    {item.checked ? <span className="visually-hidden">{messages.adder.checked}</span> : null}
  </li>
);

type ItemGroup = { readonly id: string; readonly name: string; readonly items: readonly Item[] };

/** The categories and their items by name, as the list shows them (product L5). */
function groupItems({ saved }: SavedSource): readonly ItemGroup[] {
  const compare = createNameOrder(undefined);
  const names = new Map(saved.categories.map(({ id, name }) => [id, name]));
  return [...Map.groupBy(saved.items, ({ category }) => category)]
    .map(([id, items]) => ({
      id,
      name: names.get(id) ?? '',
      items: items.toSorted((a, b) => compare(a.name, b.name)),
    }))
    .toSorted((a, b) => compare(a.name, b.name));
}
