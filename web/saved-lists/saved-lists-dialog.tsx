/** The dialog 'Saved Lists': loads, shows, renames and deletes saved lists (spec section 2, product S5, S6). */
import { useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import { AmountsDialog, ReplaceSharedDialog, useAddCopy } from '#web/shown-list/use-add-copy.tsx';
import { useApplyChange, useFormChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { SavedListsOverview, SavedListView, type SavedSource } from './saved-lists-overview.tsx';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { NamedCatalogue } from '#core/change/change.ts';
import { liveRows } from '#core/list/list.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';

/** The dialog that is open. */
type Stage = { readonly type: 'overview' } | { readonly type: 'view' | 'rename' | 'ask'; readonly source: SavedSource };

const OVERVIEW: Stage = { type: 'overview' };

/** Loading into a list that others share asks first, and adding asks about amounts that do not add up. The toast offers Undo for loading, adding and deleting. */
export function SavedListsDialog({ onClose }: { readonly onClose: () => void }) {
  const [stage, setStage] = useState<Stage>(OVERVIEW);
  const others = useOtherMembers();
  const { load, add, question } = useLoadSaved(onClose);
  const askOrLoad = (source: SavedSource): void => {
    if (others?.length === 0) load(source);
    else setStage({ type: 'ask', source });
  };
  const back = (): void => setStage(OVERVIEW);
  if (question !== null) return <AmountsDialog {...question} />;
  switch (stage.type) {
    case 'overview':
      return (
        <SavedListsOverview
          onLoad={askOrLoad}
          onView={(source) => setStage({ type: 'view', source })}
          onClose={onClose}
        />
      );
    case 'view':
      return (
        <SavedListView
          source={stage.source}
          onLoad={() => askOrLoad(stage.source)}
          onAdd={() => add(stage.source)}
          onRename={() => setStage({ type: 'rename', source: stage.source })}
          onBack={back}
        />
      );
    case 'rename':
      return <RenameDialog source={stage.source} onClose={back} />;
    case 'ask':
      return (
        <ReplaceSharedDialog
          name={stage.source.saved.name}
          others={(others ?? []).map(({ name }) => name)}
          onReplace={() => load(stage.source)}
          onAdd={() => add(stage.source)}
          onClose={back}
        />
      );
  }
}

type RenameDialogProps = { readonly source: SavedSource; readonly onClose: () => void };

function RenameDialog({ source: { saved }, onClose }: RenameDialogProps) {
  const applyChange = useFormChange();
  return (
    <NameDialog
      title={messages.savedLists.renameTitle}
      label={messages.savedLists.name}
      firstName={saved.name}
      save={messages.savedLists.rename}
      onSave={(name, isChanged) => (isChanged ? applyChange({ type: 'rename-saved-list', id: saved.id, name }) : null)}
      onClose={onClose}
    />
  );
}

type LoadSaved = {
  /** Replaces the open list. */
  readonly load: (source: SavedSource) => void;
  /** Adds to the open list. */
  readonly add: (source: SavedSource) => void;
  readonly question: ReturnType<typeof useAddCopy>['question'];
};

/**
 * Loads a saved list into the open list, or adds it to what is there (product S2, S5, S6, O8).
 * @param onDone called after the open list has changed
 */
function useLoadSaved(onDone: () => void): LoadSaved {
  const { store, ref } = useShownList();
  const others = useOtherMembers();
  const doChange = useApplyChange();
  const { add, question } = useAddCopy(({ ok }) => ok && onDone());
  /** With ids of the open list. */
  const toOwn = ({ saved, isOwn }: SavedSource): NamedCatalogue => {
    const { name: listName, items, categories, stores } = saved;
    const copy = { listName, items, categories, stores, savedLists: [] };
    return isOwn ? copy : adoptCategories(toListCopy(copy, ref, store.list), store.list);
  };
  const uncheckAll = (): void => {
    const count = liveRows(store.list.items).filter(({ checked }) => checked).length;
    doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(count));
  };
  return {
    load(source) {
      const { saved, isOwn } = source;
      const loadId = others === null || others.length > 0 ? { loadId: store.createId() } : {};
      const change = isOwn
        ? ({ type: 'load-saved-list', id: saved.id, ...loadId } as const)
        : ({ type: 'load-copy', copy: toOwn(source), ...loadId } as const);
      const hasTicks = saved.items.some(({ checked }) => checked);
      const offer = hasTicks ? { label: messages.controls.uncheckAll, run: uncheckAll, done: null } : undefined;
      if (doChange(change, messages.listToasts.replaced(saved.name), offer).ok) onDone();
    },
    add: (source) => add(toOwn(source)),
    question,
  };
}
