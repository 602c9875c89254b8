/** The dialogs of the list screen. */
import { AccountDialog } from './account/account-dialog.tsx';
import { AddCategoryDialog } from './editing/add-category-dialog.tsx';
import { EditCategoryDialog } from './editing/edit-category-dialog.tsx';
import { EditItemDialog } from './editing/edit-item-dialog.tsx';
import { useApp } from './shopper/app-context.ts';
import { ItemPeopleLine } from './people/item-people-line.tsx';
import { InstallDialog } from './install/install-dialog.tsx';
import { RenameListDialog } from './editing/rename-list-dialog.tsx';
import { SaveListDialog } from './saved-lists/save-list-dialog.tsx';
import { SavedListsDialog } from './saved-lists/saved-lists-dialog.tsx';
import { useShopper } from './shopper/shopper-context.ts';
import { useLists } from './shopper/use-lists.ts';
import { logOut, logOutConfirmation } from './sync/log-out.ts';
import { RejectedChangesDialog } from './sync/rejected-changes-dialog.tsx';
import { ConfirmDialog } from './ui/dialog/confirm-dialog.tsx';
import type { Confirmation } from './ui/dialog/confirmation.ts';
import { useChunk } from './ui/use-chunk.ts';

type AppDialogProps = {
  readonly dialog: DialogState;
  /** Replaces the dialog with a confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
  readonly onClose: () => void;
};

/** Renders the open dialog. */
// One case per dialog is easier to read than a split function.
// oxlint-disable-next-line complexity
export function AppDialog({ dialog, onConfirm, onClose }: AppDialogProps) {
  switch (dialog.type) {
    case 'confirmation':
      return <ConfirmDialog confirmation={dialog.confirmation} onClose={onClose} />;
    case 'add-category':
      return <AddCategoryDialog onAdded={dialog.onAdded} onClose={onClose} />;
    case 'edit-category':
      return <EditCategoryDialog categoryId={dialog.categoryId} onConfirm={onConfirm} onClose={onClose} />;
    case 'edit-item':
      return (
        <EditItemDialog itemId={dialog.itemId} onClose={onClose}>
          <ItemPeopleLine itemId={dialog.itemId} />
        </EditItemDialog>
      );
    case 'save':
      return <SaveListDialog onClose={onClose} />;
    case 'load':
      return <SavedListsDialog onClose={onClose} />;
    case 'account':
      return <Account onClose={onClose} />;
    case 'install':
      return <InstallDialog onClose={onClose} />;
    case 'rejected-changes':
      return <RejectedChangesDialog onClose={onClose} />;
    case 'add-several':
      return <AddSeveral text={dialog.text} category={dialog.category} onClose={onClose} />;
    case 'lists':
      return <ListsOrName onClose={onClose} />;
  }
}

const loadAddSeveral = () => import('./list/many-lines/add-several-dialog.tsx');

type AddSeveralProps = { readonly text: string; readonly category: string; readonly onClose: () => void };

function AddSeveral(props: AddSeveralProps) {
  const chunk = useChunk(loadAddSeveral, 'ignore');
  return chunk && <chunk.AddSeveralDialog {...props} />;
}

const loadListsDialog = () => import('./lists/lists-dialog.tsx');

/** The account's lists. Where there is only one, its name (product H11). */
function ListsOrName({ onClose }: { readonly onClose: () => void }) {
  const lists = useLists();
  const chunk = useChunk(loadListsDialog, 'ignore');
  if (lists?.hasSeveral() === false) return <RenameListDialog onClose={onClose} />;
  return lists && chunk && <chunk.ListsDialog lists={lists} onClose={onClose} />;
}

/** The account dialog. It signs out in the same way as the menu. */
function Account({ onClose }: { readonly onClose: () => void }) {
  const { session, unsentCounts } = useApp();
  const shopper = useShopper();
  const deviceSignOut = {
    cost: async () => (await logOutConfirmation(shopper, () => undefined))?.text ?? null,
    go: () => logOut(session, unsentCounts, shopper),
  };
  return <AccountDialog deviceSignOut={deviceSignOut} onClose={onClose} />;
}

export type DialogState =
  | { readonly type: 'save' | 'load' | 'account' | 'install' | 'rejected-changes' | 'lists' }
  | { readonly type: 'add-category'; readonly onAdded: (id: string, isNew: boolean) => void }
  | { readonly type: 'add-several'; readonly text: string; readonly category: string }
  | { readonly type: 'edit-item'; readonly itemId: string }
  | { readonly type: 'edit-category'; readonly categoryId: string }
  | { readonly type: 'confirmation'; readonly confirmation: Confirmation };
