/** A signed-in shopper: opens the list, then introduces the list screen and the dialogs to each other. */
import { useEffect, useState } from 'react';
import type { User } from '#core/account/user.ts';
import type { OpenList } from '#client/store/open-list.ts';
import { AccountDialog } from './account/account-dialog.tsx';
import { useApp } from './app-context.ts';
import { AppMenu } from './app-menu.tsx';
import { AddCategoryDialog } from './categories/add-category-dialog.tsx';
import { InstallDialog } from './install/install-dialog.tsx';
import { ListScreen } from './list/list-screen.tsx';
import { Notices } from './notices.tsx';
import { SaveListDialog } from './saved-lists/save-list-dialog.tsx';
import { SavedListsDialog } from './saved-lists/saved-lists-dialog.tsx';
import { ShopperContext } from './shopper/shopper-context.ts';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';
import type { Question } from './ui/confirm-dialog.tsx';

/** Nothing is shown for the moment it takes to read the list from the device: the page's first paint stays. */
export function SignedIn({ user }: { readonly user: User }) {
  const { openList } = useApp();
  const [open, setOpen] = useState<OpenList | null>(null);
  useEffect(() => {
    let isGone = false;
    let opened: OpenList | null = null;
    const start = async (): Promise<void> => {
      opened = await openList(user);
      if (isGone) opened.close();
      else setOpen(opened);
    };
    void start();
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [openList, user]);
  return open === null ? null : (
    <ShopperContext value={open}>
      <Shopping />
    </ShopperContext>
  );
}

type DialogName = 'save' | 'load' | 'account' | 'install';
type Asked =
  | { readonly type: 'dialog'; readonly name: DialogName }
  | { readonly type: 'add-category'; readonly onAdded: (id: string) => void }
  | { readonly type: 'question'; readonly question: Question };

function Shopping() {
  const { launch, handset, preferences } = useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isShopping, setShopping] = useState(launch.action === 'shop');
  const close = (): void => setAsked(null);
  const openDialog = (name: DialogName): void => setAsked({ type: 'dialog', name });
  useEffect(() => {
    handset.keepAwake(isShopping && preferences.read().keepsAwake);
    return () => handset.keepAwake(false);
  }, [handset, preferences, isShopping]);
  return (
    <>
      <ListScreen
        menu={
          <AppMenu
            onInstall={() => openDialog('install')}
            onAccount={() => openDialog('account')}
            onShop={() => setShopping(true)}
          />
        }
        notices={<Notices />}
        isShopping={isShopping}
        onLeaveShop={() => setShopping(false)}
        firstText={launch.text}
        startsInAdder={launch.action === 'add'}
        onSave={() => openDialog('save')}
        onLoad={() => openDialog('load')}
        onAddCategory={(onAdded = () => undefined) => setAsked({ type: 'add-category', onAdded })}
        onAsk={(question) => setAsked({ type: 'question', question })}
      />
      <AskedDialog asked={asked} onClose={close} />
    </>
  );
}

/** The one dialog that is open. */
function AskedDialog({ asked, onClose }: { readonly asked: Asked | null; readonly onClose: () => void }) {
  if (asked === null) return null;
  if (asked.type === 'question') return <ConfirmDialog question={asked.question} onClose={onClose} />;
  if (asked.type === 'add-category') return <AddCategoryDialog onAdded={asked.onAdded} onClose={onClose} />;
  switch (asked.name) {
    case 'save':
      return <SaveListDialog onClose={onClose} />;
    case 'load':
      return <SavedListsDialog onClose={onClose} />;
    case 'account':
      return <AccountDialog onClose={onClose} />;
    case 'install':
      return <InstallDialog onClose={onClose} />;
  }
}
