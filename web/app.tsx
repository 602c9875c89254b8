/** The app: chooses the screen from the state, without routes (spec section 2), opens the list and connects its screen with the dialogs. */
import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ComponentType,
} from 'react';
import { isDemoUser, type User } from '#core/account/user.ts';
import { useApp, type ListChoice } from './shown-list/app-context.ts';
import type { DialogState } from './open-dialog.tsx';
import type { deferredParts } from './deferred-parts.tsx';
import type { SignedOutProps } from './signed-out.tsx';
import type { OpenItemMenu } from './list/rows/item-row.tsx';
import { ShopButton } from './list/header/list-header.tsx';
import { ListScreen } from './list/list-screen.tsx';
import { useShopMode } from './list/shop/use-shop-mode.ts';
import { loadMessages, messages } from './messages/messages.ts';
import { createItemMarks, ShownListContext, type ShownList } from './shown-list/shown-list.ts';
import { BrokenScreen } from './ui/status/broken-screen.tsx';
import { Menu } from './ui/menu/menu.tsx';
import type { Confirmation } from './ui/dialog/confirm-dialog.tsx';
import { ToasterContext } from './ui/toasts/toaster.ts';
import { useChunk } from './ui/use-chunk.ts';

/** Shows the list to signed-in users. Otherwise shows sign-in, password reset, or the result of an auth callback. */
export function App() {
  const { session, start } = useApp();
  const user = useSyncExternalStore(session.onChange, session.user);
  const [callback, setCallback] = useState(start.type === 'callback' ? start.parameters : null);
  if (user !== null && callback === null) return <SignedIn key={user.id} user={user} />;
  return <SignedOutScreen callback={callback} onCompleted={() => setCallback(null)} />;
}

/** Signed-in users never download it. It is required for sign-in, so a failed download is shown. */
function SignedOutScreen(props: SignedOutProps) {
  const loaded = useChunk(loadSignedOut, 'throw');
  return loaded && <loaded.SignedOut {...props} />;
}

const loadSignedOut = async () => {
  const [{ SignedOut, untilReleased }] = await Promise.all([import('./signed-out.tsx'), loadMessages('signedOut')]);
  await untilReleased();
  return { SignedOut };
};

/** Renders nothing while the list is read from the device, so that the page's first paint remains. */
function SignedIn({ user }: { readonly user: User }) {
  const opening = useOpenList(user);
  // Stays when another list opens: the text may have been meant for that one.
  const [draft, setDraft] = useState('');
  const { parts, isWaiting } = useDeferredParts(opening !== null);
  if (opening === 'failed') return <OpenFailed user={user} />;
  return opening === null || isWaiting ? null : (
    <ShownListContext value={opening}>
      <Shopping key={opening.ref.listId} parts={parts} draft={draft} onDraft={setDraft} />
    </ShownListContext>
  );
}

/**
 * Opens the user's list; null until it is open. If storage fails, the list opens in memory, which is not a failure. While
 * another list opens, the earlier one stays on screen.
 */
function useOpenList(user: User): ShownList | 'failed' | null {
  const { openList, listChoice } = useApp();
  const { hide } = useContext(ToasterContext);
  const [first] = useState(() => listChoice.read(user.id));
  const [choice, setChoice] = useState(first);
  const [opening, setOpening] = useState<ShownList | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    const switchTo = (next: ListChoice): void => {
      if (next.listId === (choice?.listId ?? user.id)) return;
      // A toast's Undo belongs to the previous list.
      hide();
      listChoice.write(user.id, next);
      setChoice(next);
    };
    const start = async (): Promise<void> => {
      const { listId, name } = choice ?? { listId: user.id, name: null };
      const [opened] = await Promise.all([
        openList(user, listId),
        choice === first ? listChoice.restore(user.id) : undefined,
      ]);
      const last = choice === first ? listChoice.read(user.id) : choice;
      if (isGone) opened.close();
      else if ((last?.listId ?? user.id) !== listId) {
        opened.close();
        setChoice(last);
      } else
        setOpening({
          ...opened,
          user,
          ref: { userId: user.id, listId },
          knownName: name,
          marks: createItemMarks(),
          switchTo,
        });
    };
    start().catch((error: unknown) => {
      reportError(error);
      setOpening('failed');
    });
    return () => {
      isGone = true;
    };
  }, [openList, listChoice, hide, user, first, choice]);
  useEffect(() => {
    if (opening !== null && opening !== 'failed') return opening.close;
    return undefined;
  }, [opening]);
  return opening;
}

/** Only a bug causes this. Shows the texts of spec section 8. */
function OpenFailed({ user }: { readonly user: User }) {
  const { session } = useApp();
  return (
    <BrokenScreen
      text={isDemoUser(user) ? messages.broken.demo : messages.broken.unexpected}
      action={messages.broken.back}
      onPress={() => void session.signOut()}
    />
  );
}

type DeferredParts = {
  readonly [Name in keyof typeof deferredParts]: ComponentType<ComponentProps<(typeof deferredParts)[Name]>>;
};

const loadDeferredParts = async (): Promise<DeferredParts> => {
  try {
    const [{ deferredParts, untilReleased }] = await Promise.all([
      import('./deferred-parts.tsx'),
      loadMessages('signedIn'),
    ]);
    await untilReleased();
    return deferredParts;
  } catch (error) {
    findFirstScreen()?.remove();
    throw error;
  }
};

/** The screen of the last start, until the app replaces it (decision 50). */
const findFirstScreen = (): Element | null => document.querySelector('#first-screen > *');

const Nothing = () => null;
/** Placeholders until the deferred parts are loaded. */
const NO_PARTS: DeferredParts = {
  Adder: Nothing,
  AppMenuEntries: Nothing,
  AppDialog: Nothing,
  Empty: Nothing,
  ItemHint: Nothing,
  ItemMenu: Nothing,
  ListControls: Nothing,
  ListStatus: Nothing,
  NameMark: Nothing,
  Notices: Nothing,
  OtherStores: Nothing,
  Overlays: Nothing,
  SelectRow: Nothing,
  ShopEnd: Nothing,
  Tools: Nothing,
};

type OpenedMenu = {
  readonly itemId: string;
  readonly opener: HTMLButtonElement;
  /**
   * Different each time, so that reopening creates a new menu. The browser reports late that a menu was closed; without
   * this, the report would close the reopened menu.
   */
  readonly opening: number;
};

/**
 * The parts load after the rows are on screen. But the screen of the last start has all parts, and stays until the app has them, too: then
 * they load while the list is read.
 */
function useDeferredParts(isListOpen: boolean): { readonly parts: DeferredParts; readonly isWaiting: boolean } {
  const hasFirstScreen = findFirstScreen() !== null;
  const loaded = useChunk(isListOpen || hasFirstScreen ? loadDeferredParts : null, 'ignore');
  return { parts: loaded ?? NO_PARTS, isWaiting: loaded === null && hasFirstScreen };
}

type ShoppingProps = {
  readonly parts: DeferredParts;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
};

function Shopping({ parts, draft, onDraft }: ShoppingProps) {
  const { consumeLaunch, preferences } = useApp();
  const { Adder, AppMenuEntries, AppDialog, Empty, ItemHint, ItemMenu } = parts;
  const { ListControls, ListStatus, NameMark, Notices, OtherStores, Overlays, SelectRow, ShopEnd, Tools } = parts;
  const [launch] = useState(consumeLaunch);
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const [itemMenu, setItemMenu] = useState<OpenedMenu | null>(null);
  const [isHintOpen, setHintOpen] = useState(() => !preferences.read().hasSeenItemHint);
  const [tripStart, setShopping] = useShopMode(launch);
  const isShopping = tripStart !== null;
  const close = (): void => setDialog(null);
  const confirm = (confirmation: Confirmation): void => setDialog({ type: 'confirmation', confirmation });
  const openLists = (): void => setDialog({ type: 'lists' });
  const addCategory = (): void => setDialog({ type: 'add-category', onAdded: () => undefined });
  // Stable, so that rows do not render again.
  const edit = useCallback((itemId: string) => setDialog({ type: 'edit-item', itemId }), []);
  const openMenu = useCallback<OpenItemMenu>((itemId, opener) => {
    setItemMenu((last) => ({ itemId, opener, opening: (last?.opening ?? 0) + 1 }));
    setHintOpen(false);
  }, []);
  // Another list starts at its top, where the notice about a lost list is.
  useLayoutEffect(() => () => window.scrollTo({ top: 0, behavior: 'instant' }), []);
  return (
    <>
      <ListScreen
        isShopping={isShopping}
        status={<ListStatus />}
        shopButton={isShopping ? null : <ShopButton onPress={() => setShopping(true)} />}
        menu={
          <Menu name={messages.list.menu}>
            <AppMenuEntries onDialog={setDialog} />
          </Menu>
        }
        tools={
          <Tools
            tripStart={tripStart}
            onEdit={edit}
            onMore={openMenu}
            onSave={() => setDialog({ type: 'save' })}
            onLoad={() => setDialog({ type: 'load' })}
            onAddCategory={addCategory}
            onConfirm={confirm}
          />
        }
        adder={<Adder launch={launch} onDialog={setDialog} />}
        notices={<Notices onRejected={() => setDialog({ type: 'rejected-changes' })} />}
        renderControls={(selected, onSelect) => (
          <ListControls selected={selected} isShopping={isShopping} onSelect={onSelect} onDialog={setDialog} />
        )}
        SelectRow={SelectRow}
        empty={<Empty onAddCategory={addCategory} onLists={openLists} />}
        otherStores={<OtherStores isShopping={isShopping} onMore={openMenu} />}
        shopEnd={
          <ShopEnd tripStart={tripStart} onMore={openMenu} onLeave={() => setShopping(false)} onDialog={setDialog} />
        }
        nameMark={<NameMark />}
        onName={openLists}
        onMore={openMenu}
        onEditCategory={(categoryId) => setDialog({ type: 'edit-category', categoryId })}
      />
      {itemMenu === null ? null : (
        <ItemMenu key={itemMenu.opening} {...itemMenu} onEdit={edit} onClose={() => setItemMenu(null)} />
      )}
      {isHintOpen && !isShopping ? <ItemHint onClose={() => setHintOpen(false)} /> : null}
      <Overlays />
      {dialog === null ? null : (
        <AppDialog
          key={dialog.type}
          dialog={dialog}
          draft={draft}
          onDraft={onDraft}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}
