/** The dialog 'Saved Lists': loads, shows, renames and deletes saved lists (spec section 2, product S5, S6). */
import { useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import { ReplaceSharedDialog } from '#web/shown-list/use-add-copy.tsx';
import { useFormChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { AmountsDialog } from './amounts-dialog.tsx';
import { SavedListView } from './saved-list-view.tsx';
import { SavedListsOverview } from './saved-lists-overview.tsx';
import { useLoadSaved, type SavedSource } from './use-load-saved.ts';

/** The dialog that is open. */
type Stage =
  | { readonly type: 'overview' }
  | { readonly type: 'view' | 'rename' | 'ask' | 'amounts'; readonly source: SavedSource };

const OVERVIEW: Stage = { type: 'overview' };

/** Loading into a list that others share asks first, and adding asks about amounts that do not add up. The toast offers Undo for loading, adding and deleting. */
export function SavedListsDialog({ onClose }: { readonly onClose: () => void }) {
  const [stage, setStage] = useState<Stage>(OVERVIEW);
  const others = useOtherMembers();
  const { load, add, findConflicts } = useLoadSaved(onClose);
  const askOrLoad = (source: SavedSource): void => {
    if (others?.length === 0) load(source);
    else setStage({ type: 'ask', source });
  };
  const addOrAsk = (source: SavedSource): void => {
    if (findConflicts(source).length === 0) add(source);
    else setStage({ type: 'amounts', source });
  };
  const back = (): void => setStage(OVERVIEW);
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
          onAdd={() => addOrAsk(stage.source)}
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
          onAdd={() => addOrAsk(stage.source)}
          onClose={back}
        />
      );
    case 'amounts':
      return (
        <AmountsDialog
          name={stage.source.saved.name}
          findConflicts={(choices) => findConflicts(stage.source, choices)}
          onAdd={(choices) => add(stage.source, choices)}
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
