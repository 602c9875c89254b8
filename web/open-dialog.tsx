/** The dialogs of the list screen. */
import type { Entry } from '#core/amount/parse-entry.ts';
import { useContext, useState } from 'react';
import type { DeviceFeatures } from '#client/ports/device-features.ts';
import type { TripWatch } from '#client/trip/trip-watch.ts';
import type { OrderOf } from '#core/list/keyed-fields.ts';
import { findCategory } from '#core/catalogue/category-on-demand.ts';
import type { Category, Item } from '#core/list/row.ts';
import { guessEntryCategory } from '#core/suggest/guess-category.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { AccountDialog } from './account/account-dialog.tsx';
import { AddCategoryDialog, EditCategoryDialog, RenameListDialog } from './editing/naming-dialogs.tsx';
import { EditItemDialog } from './editing/edit-item-dialog.tsx';
import { useApp } from './shown-list/app-context.ts';
import { ItemPeopleLine } from './people/people.tsx';
import { InstallDialog } from './install/install-dialog.tsx';
import { createEntryReader } from './list/adding/entry-reader.ts';
import { readAccountNames } from './list/suggestions/account-names.ts';
import { isOnList } from './list/again/use-habits.ts';
import { showItem } from './list/adding/show-item.ts';
import { joinDrafts, removeAdded } from './list/many-lines/join-drafts.ts';
import { messages } from './messages/messages.ts';
import { SaveListDialog } from './saved-lists/save-list-dialog.tsx';
import { useShownList } from './shown-list/shown-list.ts';
import { useLists } from './shown-list/use-lists.ts';
import { logOut, logOutConfirmation } from './sync/log-out.ts';
import { RejectedChangesDialog } from './sync/rejected-changes-dialog.tsx';
import { type Confirmation, ConfirmDialog } from './ui/dialog/confirm-dialog.tsx';
import { useDialogChunk } from './ui/dialog/use-dialog-chunk.ts';
import { ToasterContext } from './ui/toasts/toaster.ts';
import { TICK } from './ui/marks.ts';
import { useChunk } from './ui/use-chunk.ts';

type AppDialogProps = {
  readonly dialog: DialogState;
  /** The text of Add Several Items that was not added. */
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** Replaces the dialog with a confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
  readonly onClose: () => void;
};

/** Renders the open dialog. */
// One case per dialog is easier to read than a split function.
// oxlint-disable-next-line complexity
export function AppDialog({ dialog, draft, onDraft, onConfirm, onClose }: AppDialogProps) {
  switch (dialog.type) {
    case 'confirmation':
      return <ConfirmDialog confirmation={dialog.confirmation} onClose={onClose} />;
    case 'add-category':
      return <AddCategoryDialog onAdded={dialog.onAdded} onClose={onClose} />;
    case 'edit-category':
      return (
        <EditCategoryDialog
          key={dialog.categoryId}
          categoryId={dialog.categoryId}
          onConfirm={onConfirm}
          onClose={onClose}
        />
      );
    case 'edit-item':
      return <EditItem key={dialog.itemId} itemId={dialog.itemId} onClose={onClose} />;
    case 'save':
      return <SaveListDialog onClose={onClose} />;
    case 'load':
      return <SavedLists onClose={onClose} />;
    case 'account':
      return <Account onClose={onClose} />;
    case 'install':
      return <InstallDialog onClose={onClose} />;
    case 'rejected-changes':
      return <RejectedChangesDialog onClose={onClose} />;
    case 'add-several':
      return <AddSeveral {...dialog} draft={draft} onDraft={onDraft} onClose={onClose} />;
    case 'find':
      return <Find onClose={onClose} />;
    case 'arrange':
      return <Arrange onClose={onClose} />;
    case 'stores':
      return <Stores onClose={onClose} />;
    case 'walked':
      return <Walked {...dialog} onClose={onClose} />;
    case 'lists':
    case 'share':
      return <ListsOrName startsWithShare={dialog.type === 'share'} onClose={onClose} />;
  }
}

type EditItemProps = { readonly itemId: string; readonly onClose: () => void };

/** Reads a new name as the add field does. */
function EditItem({ itemId, onClose }: EditItemProps) {
  const { offersDetail } = useApp();
  const shownList = useShownList();
  const { store, ref, user } = shownList;
  // Read only once, and only if the name changes.
  const [readNames] = useState(() => {
    let names: KnownNames | null = null;
    return () => {
      names = names ?? readAccountNames(shownList);
      return names;
    };
  });
  const readEntry = (text: string): Entry =>
    createEntryReader(readNames(), () => offersDetail(user.id, 'amount')).read({ text, isLiteral: false });
  /** Makes no guess for a name that is on the list: the dialog offers to merge the two items, or to keep both. */
  const findPlace = (text: string): Category | undefined => {
    const entry = readEntry(text);
    const guess = isOnList(store.list, entry.name) ? null : guessEntryCategory(readNames(), entry);
    return findCategory(store.list, ref, guess ?? '');
  };
  const show = (id: string): void =>
    showItem(shownList, id, (row) => row?.querySelector<HTMLElement>(TICK)?.focus({ preventScroll: true }));
  return (
    <EditItemDialog itemId={itemId} readEntry={readEntry} findPlace={findPlace} onClose={onClose} onMerged={show}>
      <ItemPeopleLine itemId={itemId} />
    </EditItemDialog>
  );
}

const loadAddSeveral = () => import('./list/many-lines/add-several-dialog.tsx');

type SeveralItems = {
  readonly text: string;
  readonly category: string;
  readonly isShared?: boolean;
  /** The text was typed, and remains in the add field until it is added. */
  readonly onAdded?: () => void;
};

type AddSeveralProps = SeveralItems & {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onClose: () => void;
};

/** Without a connection, the app may not have the dialog yet. Then the text is kept for the next opening. */
function AddSeveral({ text, category, isShared = false, onAdded, draft, onDraft, onClose }: AddSeveralProps) {
  const toaster = useContext(ToasterContext);
  const { deviceFeatures } = useApp();
  const keep = (unsent: string): void => {
    if (text === '') onDraft(unsent);
    else onDraft(unsent === '' ? removeAdded(draft, text) : joinDrafts(draft, unsent));
  };
  const [load] = useState(() => () => {
    const loading = loadAddSeveral();
    loading.catch(() => {
      if (text !== '') keep(text);
      toaster.show(messages.listText.notLoaded);
      onClose();
    });
    return loading;
  });
  const chunk = useChunk(load, 'ignore');
  const close = (unsent: string): void => {
    if (unsent === '') onAdded?.();
    if (onAdded === undefined || unsent !== text) keep(unsent);
    if (isShared) deleteSharedText(deviceFeatures);
    onClose();
  };
  return chunk && <chunk.AddSeveralDialog text={text} category={category} draft={draft} onClose={close} />;
}

/** If it fails, the next start opens the preview again. */
const deleteSharedText = ({ loadSharing }: DeviceFeatures): void =>
  void loadSharing()
    .then((sharing) => sharing.deleteSharedText())
    .catch(() => undefined);

const loadSavedLists = () => import('./saved-lists/saved-lists-dialog.tsx');

function SavedLists({ onClose }: { readonly onClose: () => void }) {
  const chunk = useDialogChunk(loadSavedLists, onClose);
  return chunk && <chunk.SavedListsDialog onClose={onClose} />;
}

const loadFind = () => import('./find/find-dialog.tsx');

/** Finds an item and shows its row, which gets the focus. Shop mode does not show the rows of its collapsed basket. */
function Find({ onClose }: { readonly onClose: () => void }) {
  const toaster = useContext(ToasterContext);
  const shownList = useShownList();
  const chunk = useDialogChunk(loadFind, onClose);
  const show = ({ id, name, checked }: Item): void => {
    onClose();
    showItem(shownList, id, (row) => {
      row?.querySelector<HTMLElement>(TICK)?.focus({ preventScroll: true });
      if (row === null && checked) toaster.show(messages.find.inBasket(name));
    });
  };
  return chunk && <chunk.FindDialog onFound={show} onClose={onClose} />;
}

const loadArrange = () => import('./arrange/arrange-dialog.tsx');

function Arrange({ onClose }: { readonly onClose: () => void }) {
  const chunk = useDialogChunk(loadArrange, onClose);
  return chunk && <chunk.ArrangeDialog onClose={onClose} />;
}

const loadStores = () => import('./stores/stores-dialog.tsx');

function Stores({ onClose }: { readonly onClose: () => void }) {
  const chunk = useDialogChunk(loadStores, onClose);
  return chunk && <chunk.StoresDialog onClose={onClose} />;
}

/** The order in which the shopper walked, and the trip watch that receives the answer (product O4). */
type WalkedOrder = {
  /** The ids of the categories. */
  readonly order: readonly string[];
  /** The chosen store. */
  readonly store: OrderOf;
  readonly watch: Pick<TripWatch, 'answer'>;
};

const loadWalked = () => import('./arrange/walked-dialog.tsx');

function Walked({ onClose, ...walked }: WalkedOrder & { readonly onClose: () => void }) {
  const chunk = useDialogChunk(loadWalked, onClose);
  return chunk && <chunk.WalkedDialog {...walked} onClose={onClose} />;
}

const loadListsDialog = () => import('./lists/lists-dialog.tsx');

type ListsProps = { readonly startsWithShare: boolean; readonly onClose: () => void };

/** The account's lists. Where there is only one, its name (product H11), whose dialog needs no download. */
function ListsOrName({ startsWithShare, onClose }: ListsProps) {
  const lists = useLists();
  if (lists?.hasSeveral() === false) return <RenameListDialog onClose={onClose} />;
  return lists && <Lists lists={lists} startsWithShare={startsWithShare} onClose={onClose} />;
}

type LoadedLists = ListsProps & { readonly lists: NonNullable<ReturnType<typeof useLists>> };

function Lists({ lists, startsWithShare, onClose }: LoadedLists) {
  const chunk = useDialogChunk(loadListsDialog, onClose);
  return chunk && <chunk.ListsDialog lists={lists} startsWithShare={startsWithShare} onClose={onClose} />;
}

/** The account dialog. It signs out in the same way as the menu. */
function Account({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const shownList = useShownList();
  const deviceSignOut = {
    cost: async () => (await logOutConfirmation(shownList, () => undefined))?.text ?? null,
    go: () => logOut(app, shownList),
  };
  return <AccountDialog deviceSignOut={deviceSignOut} onClose={onClose} />;
}

export type DialogState =
  | {
      readonly type:
        | 'save'
        | 'load'
        | 'account'
        | 'install'
        | 'rejected-changes'
        | 'lists'
        | 'share'
        | 'find'
        | 'arrange'
        | 'stores';
    }
  | { readonly type: 'add-category'; readonly onAdded: (id: string) => void }
  | ({ readonly type: 'add-several' } & SeveralItems)
  | ({ readonly type: 'walked' } & WalkedOrder)
  | { readonly type: 'edit-item'; readonly itemId: string }
  | { readonly type: 'edit-category'; readonly categoryId: string }
  | { readonly type: 'confirmation'; readonly confirmation: Confirmation };
