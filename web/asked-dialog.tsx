/** The dialogs over the list: a chunk of its own, fetched once the list is there. */
import { AccountDialog } from './account/account-dialog.tsx';
import type { Asked } from './asked.ts';
import { AddCategoryDialog } from './categories/add-category-dialog.tsx';
import { EditItemDialog } from './edit-item/edit-item-dialog.tsx';
import { useApp } from './app-context.ts';
import { InstallDialog } from './install/install-dialog.tsx';
import { SaveListDialog } from './saved-lists/save-list-dialog.tsx';
import { SavedListsDialog } from './saved-lists/saved-lists-dialog.tsx';
import { useShopper } from './shopper/shopper-context.ts';
import { logOut, logOutQuestion } from './sync/log-out.ts';
import { TrayDialog } from './sync/tray-dialog.tsx';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';

/** The one dialog that is open. */
// One line for each dialog reads best whole.
// oxlint-disable-next-line complexity
export function AskedDialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  switch (asked.type) {
    case 'question':
      return <ConfirmDialog question={asked.question} onClose={onClose} />;
    case 'add-category':
      return <AddCategoryDialog onAdded={asked.onAdded} onClose={onClose} />;
    case 'edit-item':
      return <EditItemDialog itemId={asked.itemId} onClose={onClose} />;
    case 'save':
      return <SaveListDialog onClose={onClose} />;
    case 'load':
      return <SavedListsDialog onClose={onClose} />;
    case 'account':
      return <OwnAccount onClose={onClose} />;
    case 'install':
      return <InstallDialog onClose={onClose} />;
    case 'tray':
      return <TrayDialog onClose={onClose} />;
  }
}

/** The account's screen; it leaves this device as the menu does. */
function OwnAccount({ onClose }: { readonly onClose: () => void }) {
  const { session } = useApp();
  const shopper = useShopper();
  const leaving = {
    cost: () => logOutQuestion(shopper, () => undefined)?.text ?? null,
    go: () => logOut(session, shopper),
  };
  return <AccountDialog leaving={leaving} onClose={onClose} />;
}
