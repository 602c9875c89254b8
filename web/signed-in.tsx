/** A signed-in shopper: opens the list, then introduces the list screen and the dialogs to each other. */
import { useCallback, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { OpenList } from '#client/store/open-list.ts';
import { useApp, usePreferences } from './app-context.ts';
import type { Asked } from './asked.ts';
import { ListScreen } from './list/list-screen.tsx';
import { broken } from './messages/en/common.ts';
import { list } from './messages/en/list.ts';
import { ShopperContext } from './shopper/shopper-context.ts';
import type { Shopper } from './shopper/shopper-context.ts';
import { BrokenScreen } from './ui/broken-screen.tsx';
import { later } from './ui/later.tsx';
import { Menu } from './ui/menu.tsx';
import type { Question } from './ui/question.ts';

const loadLaterParts = async () => (await import('./later-parts.tsx')).laterParts;
type LaterParts = Awaited<ReturnType<typeof loadLaterParts>>;
const laterPart = <Props extends object>(pick: (parts: LaterParts) => ComponentType<Props>) =>
  later(async () => pick(await loadLaterParts()));
const Adder = laterPart((parts) => parts.Adder);
const AppMenuEntries = laterPart((parts) => parts.AppMenuEntries);
const ListStatus = laterPart((parts) => parts.ListStatus);
const ListControls = laterPart((parts) => parts.ListControls);
const Empty = laterPart((parts) => parts.Empty);
const Toasts = laterPart((parts) => parts.Toasts);
const Tools = laterPart((parts) => parts.Tools);
const Notices = laterPart((parts) => parts.Notices);
const AskedDialog = laterPart((parts) => parts.AskedDialog);

/** Nothing is shown for the moment it takes to read the list from the device: the page's first paint stays. */
export function SignedIn({ user }: { readonly user: User }) {
  const opening = useOpenList(user);
  if (opening === 'failed') return <OpenFailed user={user} />;
  return opening === null ? null : (
    <ShopperContext value={opening}>
      <Shopping />
    </ShopperContext>
  );
}

/** The user's list; null while it is being read. A disk that refuses is no failure: the list then lives in memory. */
function useOpenList(user: User): Shopper | 'failed' | null {
  const { openList } = useApp();
  const [opening, setOpening] = useState<Shopper | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    let opened: OpenList | null = null;
    const start = async (): Promise<void> => {
      opened = await openList(user);
      if (isGone) opened.close();
      else setOpening({ ...opened, user });
    };
    start().catch((error: unknown) => {
      reportError(error);
      setOpening('failed');
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [openList, user]);
  return opening;
}

/** What only a bug can cause, said in the spec's words (section 8), with a way on. */
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

function Shopping() {
  const { takeLaunch, handset } = useApp();
  const { keepsAwake } = usePreferences();
  const [launch] = useState(takeLaunch);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isShopping, setShopping] = useState(launch.action === 'shop');
  const close = (): void => setAsked(null);
  const ask = (question: Question): void => setAsked({ type: 'question', question });
  const openTray = (): void => setAsked({ type: 'tray' });
  const addCategory = (): void => setAsked({ type: 'add-category', onAdded: () => undefined });
  // The same for every row, for as long as the list is there.
  const edit = useCallback((itemId: string) => setAsked({ type: 'edit-item', itemId }), []);
  useEffect(() => {
    // Once the list is on screen, so that a dialog opens at once; the service worker has it offline.
    void loadLaterParts().catch(() => undefined);
  }, []);
  useEffect(() => {
    handset.keepAwake(isShopping && keepsAwake);
    return () => handset.keepAwake(false);
  }, [handset, keepsAwake, isShopping]);
  return (
    <>
      <ListScreen
        isShopping={isShopping}
        status={<ListStatus />}
        menu={
          <Menu name={list.menu}>
            <AppMenuEntries
              onInstall={() => setAsked({ type: 'install' })}
              onAccount={() => setAsked({ type: 'account' })}
              onShop={() => setShopping(true)}
              onTray={openTray}
              onAsk={ask}
            />
          </Menu>
        }
        tools={
          <Tools
            isShopping={isShopping}
            onLeaveShop={() => setShopping(false)}
            onSave={() => setAsked({ type: 'save' })}
            onLoad={() => setAsked({ type: 'load' })}
            onAddCategory={addCategory}
            onAsk={ask}
          />
        }
        adder={
          <Adder
            firstText={launch.text}
            startsFocused={launch.action === 'add'}
            onAddCategory={(onAdded) => setAsked({ type: 'add-category', onAdded })}
          />
        }
        notices={<Notices onTray={openTray} />}
        renderControls={(selected, onSelect) => <ListControls selected={selected} onSelect={onSelect} onAsk={ask} />}
        empty={<Empty onAddCategory={addCategory} />}
        onEdit={edit}
      />
      <Toasts />
      {asked === null ? null : <AskedDialog asked={asked} onClose={close} />}
    </>
  );
}
