/** The app for a signed-in user: opens the list and connects the list screen with its dialogs. */
import { useCallback, useContext, useEffect, useLayoutEffect, useState } from 'react';
import type { ComponentProps, ComponentType } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import { useApp, usePreferences } from './shopper/app-context.ts';
import type { ListChoice } from './shopper/app-context.ts';
import type { DialogState } from './open-dialog.tsx';
import type { deferredParts } from './deferred-parts.tsx';
import type { OpenItemMenu } from './list/rows/item-row.tsx';
import { ShopButton } from './list/header/shop-button.tsx';
import { ListScreen } from './list/list-screen.tsx';
import { broken } from './messages/en/common.ts';
import { list } from './messages/en/list.ts';
import { createItemMarks } from './shopper/item-marks.ts';
import { ShopperContext } from './shopper/shopper-context.ts';
import type { Shopper } from './shopper/shopper-context.ts';
import { BrokenScreen } from './ui/status/broken-screen.tsx';
import { Menu } from './ui/menu/menu.tsx';
import type { Confirmation } from './ui/dialog/confirmation.ts';
import { ToasterContext } from './ui/toasts/toaster.ts';
import { useChunk } from './ui/use-chunk.ts';

type DeferredParts = {
  readonly [Name in keyof typeof deferredParts]: ComponentType<ComponentProps<(typeof deferredParts)[Name]>>;
};

const loadDeferredParts = async (): Promise<DeferredParts> => {
  try {
    const { deferredParts, untilNamesKnown, untilReleased } = await import('./deferred-parts.tsx');
    // The app repeats what was added on the first screen. Without these names, an item could go to the wrong category.
    if (findFirstScreen() !== null) await untilNamesKnown();
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
  Overlays: Nothing,
  ShopEnd: Nothing,
  Tools: Nothing,
};

/** Renders nothing while the list is read from the device, so that the page's first paint remains. */
export function SignedIn({ user }: { readonly user: User }) {
  const opening = useOpenList(user);
  useEffect(() => {
    if (findFirstScreen() !== null) loadDeferredParts().catch(() => undefined);
  }, []);
  if (opening === 'failed') return <OpenFailed user={user} />;
  return opening === null ? null : (
    <ShopperContext value={opening}>
      <Shopping key={opening.ref.listId} />
    </ShopperContext>
  );
}

/**
 * Opens the user's list; null until it is open. If storage fails, the list opens in memory, which is not a failure. While
 * another list opens, the earlier one stays on screen.
 */
function useOpenList(user: User): Shopper | 'failed' | null {
  const { openList, listChoice } = useApp();
  const { hide } = useContext(ToasterContext);
  const [choice, setChoice] = useState(() => listChoice.read(user.id));
  const [opening, setOpening] = useState<Shopper | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    const start = async (): Promise<void> => {
      const { listId, name } = choice ?? { listId: user.id, name: null };
      const opened = await openList(user, listId);
      if (isGone) opened.close();
      else
        setOpening({
          ...opened,
          user,
          ref: { userId: user.id, listId },
          knownName: name,
          marks: createItemMarks(),
          switchTo,
        });
    };
    const switchTo = (next: ListChoice): void => {
      if (next.listId === (choice?.listId ?? user.id)) return;
      // The Undo of a toast belongs to the list that is left.
      hide();
      listChoice.write(user.id, next);
      setChoice(next);
    };
    start().catch((error: unknown) => {
      reportError(error);
      setOpening('failed');
    });
    return () => {
      isGone = true;
    };
  }, [openList, listChoice, hide, user, choice]);
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
      text={isDemoUser(user) ? broken.demo : broken.unexpected}
      action={broken.back}
      onPress={() => void session.signOut()}
    />
  );
}

type OpenedMenu = {
  readonly itemId: string;
  readonly opener: HTMLButtonElement;
  /**
   * Different each time, so that reopening creates a new menu. The browser reports late that a menu was closed; without
   * this, the report would close the reopened menu.
   */
  readonly opening: number;
};

/** The screen of the last start has all parts, so it stays until the app has them, too. */
function useDeferredParts(): { readonly parts: DeferredParts; readonly isWaiting: boolean } {
  const loaded = useChunk(loadDeferredParts, 'ignore');
  return { parts: loaded ?? NO_PARTS, isWaiting: loaded === null && findFirstScreen() !== null };
}

function Shopping() {
  const { consumeLaunch, deviceFeatures, preferences } = useApp();
  const { parts, isWaiting } = useDeferredParts();
  const { Adder, AppMenuEntries, AppDialog, Empty, ItemHint, ItemMenu } = parts;
  const { ListControls, ListStatus, NameMark, Notices, Overlays, ShopEnd, Tools } = parts;
  const { keepsAwake } = usePreferences();
  const [launch] = useState(consumeLaunch);
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const [draft, setDraft] = useState('');
  const [itemMenu, setItemMenu] = useState<OpenedMenu | null>(null);
  const [isHintOpen, setHintOpen] = useState(() => !preferences.read().hasSeenItemHint);
  const [isShopping, setShopping] = useState(launch.action === 'shop');
  const close = (): void => setDialog(null);
  const confirm = (confirmation: Confirmation): void => setDialog({ type: 'confirmation', confirmation });
  const openLists = (): void => setDialog({ type: 'lists' });
  const openRejected = (): void => setDialog({ type: 'rejected-changes' });
  const addCategory = (): void => setDialog({ type: 'add-category', onAdded: () => undefined });
  // Stable, so that rows do not render again.
  const edit = useCallback((itemId: string) => setDialog({ type: 'edit-item', itemId }), []);
  const openMenu = useCallback<OpenItemMenu>((itemId, opener) => {
    setItemMenu((last) => ({ itemId, opener, opening: (last?.opening ?? 0) + 1 }));
    setHintOpen(false);
  }, []);
  useEffect(() => {
    deviceFeatures.keepAwake(isShopping && keepsAwake);
    return () => deviceFeatures.keepAwake(false);
  }, [deviceFeatures, keepsAwake, isShopping]);
  // Another list starts at its top, where the notice about a lost list is.
  useLayoutEffect(() => () => window.scrollTo({ top: 0, behavior: 'instant' }), []);
  if (isWaiting) return null;
  return (
    <>
      <ListScreen
        isShopping={isShopping}
        status={<ListStatus />}
        shopButton={isShopping ? null : <ShopButton onPress={() => setShopping(true)} />}
        menu={
          <Menu name={list.menu}>
            <AppMenuEntries onDialog={setDialog} />
          </Menu>
        }
        tools={
          <Tools
            isShopping={isShopping}
            onEdit={edit}
            onSave={() => setDialog({ type: 'save' })}
            onLoad={() => setDialog({ type: 'load' })}
            onAddCategory={addCategory}
            onConfirm={confirm}
          />
        }
        adder={<Adder launch={launch} onDialog={setDialog} />}
        notices={<Notices onRejected={openRejected} />}
        renderControls={(selected, onSelect) => (
          <ListControls selected={selected} onSelect={onSelect} onConfirm={confirm} />
        )}
        empty={<Empty onAddCategory={addCategory} onLists={openLists} />}
        shopEnd={<ShopEnd onMore={openMenu} onLeave={() => setShopping(false)} />}
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
          onDraft={setDraft}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}
