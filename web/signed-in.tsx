/** A signed-in shopper: opens the list, then introduces the list screen and the dialogs to each other. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { User } from '#core/account/user.ts';
import type { OpenList } from '#client/store/open-list.ts';
import { useApp } from './app-context.ts';
import { AppMenu } from './app-menu.tsx';
import type { Asked } from './asked.ts';
import { ListScreen } from './list/list-screen.tsx';
import { Notices } from './notices.tsx';
import { ShopperContext } from './shopper/shopper-context.ts';

const loadDialogs = () => import('./asked-dialog.tsx');
const AskedDialog = lazy(loadDialogs);

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

function Shopping() {
  const { launch, handset, preferences } = useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isShopping, setShopping] = useState(launch.action === 'shop');
  const close = (): void => setAsked(null);
  useEffect(() => {
    // Once the list is on screen, so that a dialog opens at once; the service worker has it offline.
    void loadDialogs();
  }, []);
  useEffect(() => {
    handset.keepAwake(isShopping && preferences.read().keepsAwake);
    return () => handset.keepAwake(false);
  }, [handset, preferences, isShopping]);
  return (
    <>
      <ListScreen
        menu={
          <AppMenu
            onInstall={() => setAsked({ type: 'install' })}
            onAccount={() => setAsked({ type: 'account' })}
            onShop={() => setShopping(true)}
          />
        }
        notices={<Notices />}
        isShopping={isShopping}
        onLeaveShop={() => setShopping(false)}
        firstText={launch.text}
        startsInAdder={launch.action === 'add'}
        onSave={() => setAsked({ type: 'save' })}
        onLoad={() => setAsked({ type: 'load' })}
        onAddCategory={(onAdded = () => undefined) => setAsked({ type: 'add-category', onAdded })}
        onEdit={(itemId) => setAsked({ type: 'edit-item', itemId })}
        onAsk={(question) => setAsked({ type: 'question', question })}
      />
      {asked === null ? null : (
        <Suspense>
          <AskedDialog asked={asked} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
